//! The screen without box and bar glyphs: one pass over the finished cells, one table. Letters stay
//! as they are, accents and all: they are names.

use ratatui::buffer::Buffer;

/// What stands for a glyph; each takes one column, as the glyph does.
const STAND_INS: [(char, &str); 60] = [
    ('─', "-"),
    ('│', "|"),
    ('┌', "+"),
    ('┐', "+"),
    ('└', "+"),
    ('┘', "+"),
    ('├', "+"),
    ('┤', "+"),
    ('┬', "+"),
    ('┴', "+"),
    ('┼', "+"),
    ('╭', "+"),
    ('╮', "+"),
    ('╰', "+"),
    ('╯', "+"),
    ('━', "="),
    ('╸', "="),
    ('╺', "="),
    ('┅', ":"),
    ('┃', "|"),
    ('═', "="),
    ('█', "#"),
    ('▓', "#"),
    ('▒', ":"),
    ('░', "."),
    ('▁', "_"),
    ('▂', "."),
    ('▃', ","),
    ('▄', "-"),
    ('▅', "="),
    ('▆', "+"),
    ('▇', "%"),
    ('▏', "_"),
    ('▶', "@"),
    ('▸', ">"),
    ('›', ">"),
    ('»', ">"),
    ('→', ">"),
    ('◂', "<"),
    ('◀', "<"),
    ('‹', "<"),
    ('«', "<"),
    ('←', "<"),
    ('▴', "^"),
    ('↑', "^"),
    ('▾', "v"),
    ('↓', "v"),
    ('●', "o"),
    ('○', "."),
    ('•', "*"),
    ('◆', "*"),
    ('·', "-"),
    ('…', "~"),
    ('±', "~"),
    ('×', "x"),
    ('−', "-"),
    ('–', "-"),
    ('✎', "="),
    ('†', "+"),
    ('✓', "v"),
];

/// What stands for that sign, where it needs one.
fn stand_in(symbol: &str) -> Option<&'static str> {
    let mut signs = symbol.chars();
    let (sign, None) = (signs.next()?, signs.next()) else { return None };
    STAND_INS.iter().find(|(glyph, _)| *glyph == sign).map(|(_, plain)| *plain)
}

/// Puts a plain sign in the place of every glyph.
pub fn spell(buf: &mut Buffer) {
    for cell in &mut buf.content {
        // One byte is plain already: most of a screen.
        if cell.symbol().len() > 1
            && let Some(plain) = stand_in(cell.symbol())
        {
            cell.set_symbol(plain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn glyphs_go_and_names_stay() {
        let mut buf = Buffer::with_lines(["┌─ Ælfwyn 龍 e\u{301} ██░ 3…"]);
        spell(&mut buf);
        assert_eq!(buf, Buffer::with_lines(["+- Ælfwyn 龍 e\u{301} ##. 3~"]));
    }

    /// Every glyph in the sources has its stand-in, so that no new one is forgotten.
    #[test]
    fn every_glyph_of_the_sources_is_in_the_table() {
        let mut missing = Vec::new();
        for room in ["tui", "rules", "report", "odds"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
            each_source(&folder, &mut |path, text| {
                let glyphs = text.chars().filter(|sign| !sign.is_ascii() && !sign.is_alphanumeric());
                // What joins with other characters belongs to a name in a test.
                let alone =
                    glyphs.filter(|sign| unicode_width::UnicodeWidthChar::width(*sign) == Some(1));
                for sign in alone.filter(|sign| stand_in(&sign.to_string()).is_none()) {
                    missing.push(format!("{sign} in {}", path.display()));
                }
            });
        }
        assert!(missing.is_empty(), "no stand-in: {missing:#?}");
    }

    fn each_source(folder: &Path, see: &mut impl FnMut(&Path, &str)) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                each_source(&path, see);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                see(&path, &text);
            }
        }
    }
}
