//! Replaces box and bar glyphs with ASCII in one pass over the finished cells. Letters keep their accents: they are
//! names.

use ratatui::buffer::Buffer;

/// Replacement of each glyph, one column wide like the glyph itself.
const STAND_INS: [(char, &str); 62] = [
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
    ('▌', "|"),
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
    ('▷', "o"),
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

/// Returns the replacement of a symbol, if it has one.
fn stand_in(symbol: &str) -> Option<&'static str> {
    let mut signs = symbol.chars();
    let (sign, None) = (signs.next()?, signs.next()) else { return None };
    STAND_INS.iter().find(|(glyph, _)| *glyph == sign).map(|(_, plain)| *plain)
}

/// Replaces every glyph in the buffer.
pub fn spell(buf: &mut Buffer) {
    for cell in &mut buf.content {
        // A one-byte symbol is ASCII already, as most are.
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

    /// Catches new glyphs without a replacement.
    #[test]
    fn every_glyph_of_the_sources_is_in_the_table() {
        let mut missing = Vec::new();
        for room in ["tui", "rules", "report", "odds"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
            each_source(&folder, &mut |path, text| {
                let glyphs = text.chars().filter(|sign| !sign.is_ascii() && !sign.is_alphanumeric());
                // Combining characters occur only in names used by tests.
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
