//! `wardrum xp`: prints the experience a character earns for enemies, and the resulting level.

use super::{Outcome, say};
use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::rules::ruleset::award::Feats;
use anyhow::Error;
use std::io::Write;

/// The character, and what it earned experience for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The character's level.
    #[arg(value_name = "LEVEL", value_parser = clap::value_parser!(u32).range(1..))]
    level: u32,
    /// Experience points the character has.
    #[arg(long, default_value_t = 0)]
    xp: u32,
    /// The level of an enemy defeated or outwitted; repeat for each.
    #[arg(long = "enemy", value_name = "LEVEL")]
    enemies: Vec<u32>,
    /// Points awarded for anything else.
    #[arg(long, default_value_t = 0)]
    points: u32,
    /// Only the rules of this ruleset.
    #[arg(long)]
    ruleset: Option<RulesetId>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let wanted = |id: &RulesetId| args.ruleset.is_none_or(|only| only == *id);
    let mut told = Outcome::Short;
    let feats = Feats { level: args.level, xp: args.xp, enemies: &args.enemies, other: args.points };
    for rules in registry::ALL.into_iter().filter(wanted).map(registry::ruleset) {
        let (Some(award), title) = (rules.about().award, &rules.about().title) else { continue };
        let award = award(&feats);
        writeln!(out, "{title}: {} points, {} at level {}", award.points, award.total, award.level)?;
        told = Outcome::Fine;
    }
    if told == Outcome::Short {
        say("these rules have no experience awards");
    }
    Ok(told)
}
