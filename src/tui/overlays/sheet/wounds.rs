//! The form of a stat block with wounds: the body of a creature or an object.

use super::notation::{
    as_is, joined, number, pieces, read_counters, read_name, read_name_or_default, write_counters,
    write_name, written,
};
use super::piece::{Piece, Sheet, line, list, one};
use super::wounds_line as lines;
use crate::rules::model::block::wounds::{Body, Technique};
use crate::rules::model::dice::DiceExpr;
use std::sync::LazyLock;

/// The pieces in the order of the form: what has a notation of its own, then all other figures.
pub static SHEET: LazyLock<Sheet<Body>> = LazyLock::new(|| {
    let pieces: Vec<Piece<Body>> = vec![
        line!(name, "", written, as_is),
        line!(kind, "creature or object", write_name, read_name_or_default),
        line!(speed, "like 3 or 2.5", ToString::to_string, number),
        one!(fly_speed, "like 6 or 2.5", ToString::to_string, number),
        list!(attacks as "attack", lines::ATTACK, "club 1d6+3", lines::write_attack, lines::read_attack),
        list!(combos as "combo", lines::COMBO, "one two: attack, attack", lines::write_combo, lines::read_combo),
        line!(techniques, TECHNIQUES, write_techniques, read_techniques),
        line!(counters, "like arrows 18/20 (short bow)", write_counters, read_counters),
        line!(carried_kg, "like 12 or 2.5", ToString::to_string, number),
        line!(rolling_kg, "like 12 or 2.5", ToString::to_string, number),
        one!(emp_class, "very simple, simple, moderate, complicated or advanced", write_name, read_name),
        line!(notes, "", written, as_is),
    ];
    Sheet::with(pieces, Body::FIGURES)
});

const TECHNIQUES: &str = "like evasion, extra attack, sneak attack 2d6, max steps 6, or any of your own";

fn write_techniques(techniques: &[Technique]) -> String {
    joined(techniques, |technique| match technique {
        Technique::MaxSteps(n) => format!("max steps {n}"),
        Technique::SneakAttack(dice) => format!("sneak attack {dice}"),
        Technique::Other(name) => name.to_string(),
        known => write_name(known),
    })
}

fn read_techniques(text: &str) -> Result<Vec<Technique>, String> {
    pieces(text).map(technique).collect()
}

fn technique(piece: &str) -> Result<Technique, String> {
    let figure = |name: &str| piece.strip_prefix(name).map(str::trim);
    if let Some(n) = figure("max steps ") {
        return Ok(Technique::MaxSteps(number(n).map_err(|_| piece)?));
    }
    if let Some(dice) = figure("sneak attack ") {
        return Ok(Technique::SneakAttack(dice.parse::<DiceExpr>().map_err(|_| piece)?));
    }
    Ok(read_name(piece).unwrap_or_else(|_| Technique::Other(piece.into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::wounds::{Attack, Tenths};
    use crate::rules::model::combatant::StatBlock;
    use crate::rules::ruleset::about::Family;
    use crate::store::Bestiary;
    use crate::tui::overlays::forms::edit::{Row, fill};
    use crate::tui::overlays::forms::form::{Field, Value};

    fn filled(of: &Body, rows: &[Row<Body>]) -> Result<Body, (usize, String)> {
        let mut of = of.clone();
        fill(&mut of, rows.iter().map(Row::parts)).map(|()| of)
    }

    #[test]
    fn a_body_comes_out_of_its_form_as_it_went_in() {
        for (key, block) in Bestiary::built_in(Family::Wounds).all() {
            let StatBlock::Wounds(body) = block else { panic!("{key}: no body") };
            assert_eq!(filled(body, &SHEET.rows(body, |_| None, &[]).1).as_ref(), Ok(&**body), "{key}");
            // Read from nothing but its lines too: none omits anything that the file has.
            assert_eq!(SHEET.reread(body).as_ref(), Ok(&**body), "{key}");
        }
    }

    #[test]
    fn what_is_typed_goes_into_the_body() {
        let body = Body {
            attacks: vec![Attack { name: "sword".into(), ..Attack::default() }],
            ..Body::default()
        };
        let mut rows = SHEET.rows(&body, |_| None, &[]).1;
        let at = |rows: &[Row<Body>], label: &str| rows.iter().position(|row| row.field.label == label);
        let mut put = |label: &str, value| {
            let at = at(&rows, label).expect(label);
            rows[at].field = Field::new(label, value);
        };
        put("kind", Value::Text("object".into()));
        put("speed", Value::Text("2.5".into()));
        put("scale", Value::number(2));
        put("parry", Value::number(4));
        put("legs", Value::number(6));
        put("emp class", Value::Text("very simple".into()));
        put("techniques", Value::Text("evasion, max steps 6, sneak attack 2d6, Tuck and Roll".into()));
        put("counters", Value::Text("arrows 18/20 (bow)".into()));
        put("attack", Value::Text("broken sword 1d4".into()));
        put("combo", Value::Text("hug: grab, attack".into()));
        let changed = filled(&body, &rows).expect("sound");
        assert_eq!((changed.speed, changed.scale, changed.parry), (Tenths(25), 2, Some(4)));
        assert_eq!((changed.is_object(), changed.legs, changed.emp_class.is_some()), (true, 6, true));
        assert_eq!(
            write_techniques(&changed.techniques),
            "evasion, max steps 6, sneak attack 2d6, Tuck and Roll"
        );
        assert_eq!(lines::write_attack(&changed.attacks[0]), "broken sword 1d4");
        assert_eq!(lines::write_combo(&changed.combos[0]), "hug: grab, attack");
        assert_eq!(write_counters(&changed.counters), "arrows 18/20 (bow)");
        for (label, value) in [
            ("speed", Value::Text("fast".into())),
            ("legs", Value::number(300)),
            ("kind", Value::Text("ghost".into())),
        ] {
            let at = at(&rows, label).expect(label);
            let sound = std::mem::replace(&mut rows[at].field, Field::new(label, value));
            assert_eq!(filled(&body, &rows).map_err(|(at, _)| at), Err(at), "{label}");
            rows[at].field = sound;
        }
    }
}
