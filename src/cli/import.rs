//! `wardrum import`: imports creatures, parties and fights from foreign formats into the referee's own files.

use super::{Outcome, ask, say};
use crate::import::kept::{Ask, Keeper, Kept, Unclear, encounter, known, known_blocks};
use crate::import::{
    Combatant, FOES, Fight, Found, HEROES, Haul, LACKS, MOST_BYTES, read_file, read_folder,
};
use crate::machine_dice::throw;
use crate::rules::model::block::d20::Block;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::shorthand::printed::{Sheet, ToldField, with_hit_points};
use crate::store::{Bestiary, Folders, Party, bounded};
use anyhow::{Context, Error, anyhow, bail};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What to import, and into what.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file of any known format, a folder of notes, or - for standard input.
    file: PathBuf,
    /// Import everything as this; otherwise creatures, characters and fights each go where they belong.
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// The name of the party or of the fight.
    #[arg(long, value_name = "NAME")]
    into: Option<String>,
    /// The ruleset of an imported fight.
    #[arg(long, value_name = "ID")]
    rules: Option<RulesetId>,
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
    /// Show what would be imported; write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Replace what has the same name without asking.
    #[arg(long, conflicts_with = "keep_both")]
    update: bool,
    /// Keep what has the same name, and the new one beside it, without asking.
    #[arg(long)]
    keep_both: bool,
}

/// What everything is imported as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Into the bestiary.
    Creatures,
    /// Into one party.
    Party,
    /// Into one fight.
    Fight,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let folders = Folders::find()?;
    let mut haul = haul(args, &folders)?;
    if args.kind == Some(Kind::Fight) && haul.fights.is_empty() {
        haul.fights = vec![fight_of(&haul, &name(args, "Imported fight"))];
    }
    let mut kept = Vec::new();
    if !args.dry_run {
        keep(args, &folders, &haul, &mut kept)?;
    }
    if args.json {
        writeln!(out, "{:#}", as_json(&haul, &kept))?;
    } else {
        print_haul(out, args, &haul, &kept)?;
    }
    Ok(Outcome::Fine)
}

fn haul(args: &Args, folders: &Folders) -> Result<Haul, Error> {
    let blocks = blocks(folders);
    let known = known(&blocks);
    if args.file.is_dir() {
        return read_folder(&args.file, &known).with_context(|| args.file.display().to_string());
    }
    let bytes = if args.file == Path::new("-") {
        let mut bytes = Vec::new();
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        std::io::stdin().take(most).read_to_end(&mut bytes).context("reading standard input failed")?;
        bytes
    } else {
        bounded(&args.file, MOST_BYTES)?
    };
    read_file(&bytes, &stem(args).unwrap_or_default(), &known)
        .with_context(|| args.file.display().to_string())
}

/// The members of the referee's parties and every known stat block with hit points, by name.
fn blocks(folders: &Folders) -> Vec<(String, Block)> {
    let (all, faults) = Bestiary::built_in(Family::D20).clone().with_folder(&folders.bestiary());
    faults.iter().for_each(say);
    let parties = Party::all(folders).into_iter().filter_map(|(_, party)| party.ok());
    known_blocks(
        parties,
        all.all().map(|(_, block)| (block.name().to_string(), block.written().cloned())),
    )
}

/// The name given with `--into`, else the stem of the file, else `otherwise`.
fn name(args: &Args, otherwise: &str) -> String {
    args.into.clone().or_else(|| stem(args)).unwrap_or_else(|| otherwise.to_string())
}

/// The name of the file without its ending; `None` for standard input.
fn stem(args: &Args) -> Option<String> {
    let stem = args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-")
}

/// Everything found, as one fight.
fn fight_of(haul: &Haul, name: &str) -> Fight {
    let combatant = |found: &Found| Combatant {
        name: found.sheet.block.name.to_string(),
        count: found.sheet.count.unwrap_or(DiceExpr::flat(1)),
        side: if found.is_character() { HEROES } else { FOES },
        sheet: found.sheet.clone(),
        left: found.sheet.left,
    };
    let combatants = haul.found.iter().map(combatant).collect();
    Fight { id: name.into(), name: name.into(), combatants, notes: Vec::new() }
}

fn keep(args: &Args, folders: &Folders, haul: &Haul, all: &mut Vec<Kept>) -> Result<(), Error> {
    let mut keeper = Keeper::new(folders, haul.format);
    let mut unclear = |name: &str| decide(args, name);
    let done = keep_all(args, &mut keeper, haul, all, &mut unclear);
    // Record what was kept even if something after it failed.
    keeper.finish()?;
    done
}

fn keep_all(
    args: &Args,
    keeper: &mut Keeper,
    haul: &Haul,
    all: &mut Vec<Kept>,
    unclear: Ask,
) -> Result<(), Error> {
    let in_party = |found: &&Found| match args.kind {
        None => found.is_character(),
        Some(kind) => kind == Kind::Party,
    };
    let members: Vec<&Found> = haul.found.iter().filter(in_party).collect();
    if args.kind != Some(Kind::Fight) {
        for found in haul.found.iter().filter(|found| !in_party(found)) {
            all.push(keeper.creature(found, unclear)?);
        }
    }
    if !members.is_empty() {
        all.push(keeper.party(&name(args, "Imported party"), &members, unclear)?);
    }
    if matches!(args.kind, None | Some(Kind::Fight)) && !haul.fights.is_empty() {
        let rules = rules(args)?;
        for fight in &haul.fights {
            let mut fight = fight.clone();
            if let (Some(into), [_]) = (&args.into, &haul.fights[..]) {
                fight.name = into.clone();
            }
            let (start, told) = encounter(rules, &fight, throw);
            told.iter().for_each(say);
            if start.all().next().is_none() {
                bail!("{}: {} admits none of its combatants", fight.name, rules.about().title);
            }
            all.push(keeper.fight(&fight, &start, unclear)?);
        }
    }
    Ok(())
}

/// The ruleset of an imported fight: the one given with `--rules`, else the first with hit points.
fn rules(args: &Args) -> Result<&'static dyn Ruleset, Error> {
    let all = || with_hit_points().map(|rules| rules.about().id.name()).collect::<Vec<_>>().join(", ");
    match args.rules {
        Some(id) => {
            let rules = registry::ruleset(id);
            let fits = rules.about().family == Family::D20;
            fits.then_some(rules).ok_or_else(|| {
                anyhow!(
                    "--rules {}: its stat blocks have no hit points; expected one of {}",
                    id.name(),
                    all()
                )
            })
        }
        None => with_hit_points().next().ok_or_else(|| anyhow!("no ruleset has hit points")),
    }
}

/// Decides what to do with an item whose name is taken: by the options, else by asking.
fn decide(args: &Args, name: &str) -> Unclear {
    if args.update {
        return Unclear::Update;
    }
    if args.keep_both || args.file == Path::new("-") {
        return Unclear::KeepBoth;
    }
    let question = format!(
        "\"{name}\" already exists and was changed since the last import: [u]pdate, [k]eep both, [l]eave out?"
    );
    match ask(&question).as_deref() {
        Some("u" | "U") => Unclear::Update,
        Some("l" | "L") => Unclear::LeaveOut,
        _ => Unclear::KeepBoth,
    }
}

fn print_haul(out: &mut dyn Write, args: &Args, haul: &Haul, kept: &[Kept]) -> Result<(), Error> {
    writeln!(out, "{}", haul.format.title())?;
    for found in &haul.found {
        let kind = if found.is_character() { "character" } else { "creature" };
        sheet(out, kind, &found.sheet)?;
    }
    for fight in &haul.fights {
        writeln!(out, "\nfight: {}", fight.name)?;
        for one in &fight.combatants {
            let left = one.told_left();
            let hidden = if one.sheet.hidden { ", hidden" } else { "" };
            writeln!(out, "  {} × {} ({}{hidden}){left}", one.count, one.name, one.side)?;
            for note in one.sheet.notes.iter().filter(|note| note.path == "Tags") {
                writeln!(out, "    note: {}: {}", note.path, note.value)?;
            }
        }
        for note in &fight.notes {
            writeln!(out, "  note: {}: {}", note.path, note.value)?;
        }
    }
    for passed in &haul.passed_over {
        writeln!(out, "\nskipped: {passed}")?;
    }
    if !kept.is_empty() {
        writeln!(out)?;
    }
    for kept in kept {
        writeln!(out, "{}: {}, {}", kept.name, kept.outcome.word(), kept.path.display())?;
    }
    writeln!(out, "\n{}", haul.summary())?;
    if args.dry_run {
        writeln!(out, "nothing is written (--dry-run)")?;
    }
    Ok(())
}

fn sheet(out: &mut dyn Write, kind: &str, sheet: &Sheet) -> Result<(), Error> {
    writeln!(out, "\n{kind}: {}", sheet.block.name)?;
    let shown = |told: &ToldField| format!("{} {}", told.label, told.value).trim().to_string();
    let read: Vec<String> = sheet.read().iter().map(shown).collect();
    writeln!(out, "  read: {}", read.join(", "))?;
    for (told, why) in sheet.guessed() {
        writeln!(out, "  guessed: {} ({why})", shown(&told))?;
    }
    for note in &sheet.notes {
        writeln!(out, "  note: {}: {}", note.path, note.value)?;
    }
    Ok(())
}

fn as_json(haul: &Haul, kept: &[Kept]) -> Value {
    let sheet = |sheet: &Sheet| {
        let read: Value = sheet
            .read()
            .into_iter()
            .map(|told| (told.field.to_string(), Value::String(told.value)))
            .collect();
        let guessed: Vec<Value> = sheet
            .guessed()
            .into_iter()
            .map(|(told, why)| json!({"field": told.field, "value": told.value, "why": why}))
            .collect();
        json!({"name": &*sheet.block.name, "hidden": sheet.hidden, "count": sheet.count.map(|count| count.to_string()), "left": sheet.left, "temporary": sheet.temporary,
            "read": read, "guessed": guessed, "notes": sheet.notes})
    };
    let found: Vec<Value> = haul
        .found
        .iter()
        .map(|found| json!({"id": found.id, "character": found.is_character(), "sheet": sheet(&found.sheet)}))
        .collect();
    let combatant = |one: &Combatant| json!({"name": one.name, "count": one.count.to_string(), "side": one.side, "left": one.left, "sheet": sheet(&one.sheet)});
    let fights: Vec<Value> = haul
        .fights
        .iter()
        .map(|fight| json!({"name": fight.name, "combatants": fight.combatants.iter().map(combatant).collect::<Vec<_>>(), "notes": fight.notes}))
        .collect();
    let kept: Vec<Value> = kept
        .iter()
        .map(|kept| json!({"name": kept.name, "outcome": kept.outcome.word(), "path": kept.path.to_string_lossy()}))
        .collect();
    let summary = haul.summary();
    let lacking: Value = LACKS
        .iter()
        .zip(summary.lacking)
        .map(|(lack, many)| (lack.key.to_string(), json!(many)))
        .collect();
    let summary = json!({"creatures": summary.creatures, "characters": summary.characters, "fights": summary.fights,
        "lacking": lacking});
    json!({"format": haul.format.title(), "found": found, "fights": fights, "passed_over": haul.passed_over, "kept": kept,
        "summary": summary})
}
