//! Words for facts of the table and their values.

use crate::rules::model::block::d20::Band;
use crate::rules::model::block::wounds::Dread;
use crate::rules::model::fact::{
    Defence, Fact, Light, Lighting, Location, Maneuver, OnSave, Shelter, Surface,
};

/// The label of a fact in forms.
pub fn fact(fact: &Fact) -> &'static str {
    match fact {
        Fact::Distance(_) => "distance",
        Fact::Band(_) => "or range",
        Fact::Cover(_) => "cover",
        Fact::CompleteCover => "complete cover",
        Fact::Modifier(_) => "modifier",
        Fact::Behind => "from behind",
        Fact::Unaware => "target unaware",
        Fact::Mounted => "mounted charge",
        Fact::Higher => "from higher ground",
        Fact::Lower => "from lower ground",
        Fact::Pulled => "pulled",
        Fact::AgainstCharge => "against a charge",
        Fact::Subdual => "to subdue",
        Fact::Unseen => "target unseen",
        Fact::NoRoom => "no room behind",
        Fact::Feet(_) => "how far",
        Fact::Contact => "into melee",
        Fact::Away => "away from them",
        Fact::Spell(_) => "spell",
        Fact::Damage(_) => "damage",
        Fact::Heals(_) => "heals",
        Fact::Against(_) => "save against",
        Fact::OnSave(_) => "on a save",
        Fact::Inflicts(_) => "inflicts",
        Fact::Rounds(_) => "rounds",
        Fact::Destructive => "destroys gear",
        Fact::Magical => "magical",
        Fact::Sure => "never misses",
        Fact::Ability(_) => "ability",
        Fact::Called(_) => "called shot",
        Fact::Defence(_) => "defence",
        Fact::Shelter(_) => "cover",
        Fact::Screen(_) => "behind",
        Fact::Light(_) => "light",
        Fact::Flanked => "flanked",
        Fact::WrongPlace => "wrong square",
        Fact::DefenceModifier(_) => "defence modifier",
        Fact::OnTheExhale => "on the exhale",
        Fact::FromTheHip => "from the hip",
        Fact::Maneuver(_) => "manoeuvre",
        Fact::Combo(_) => "combo",
        Fact::RunUp(_) => "straight run-up",
        Fact::Speed(_) => "speed",
        Fact::Seconds(_) => "how long (s)",
        Fact::Rough(_) => "difficult squares",
        Fact::Diagonal(_) => "diagonal squares",
        Fact::Flying => "flying",
        Fact::Helpers(_) => "loaders",
        Fact::Difficulty(_) => "difficulty",
        Fact::Skill(_) => "skill",
        Fact::Dread(_) => "kind",
        Fact::Metres(_) => "metres",
        Fact::Surface(_) => "onto",
        Fact::Ledge => "ledge to grab",
        Fact::Crushed => "crushed against something",
        Fact::Poison(_) => "which",
        Fact::Doses(_) => "doses",
        Fact::Willing => "does not resist",
        Fact::LetFall => "drop what is in hand",
        Fact::Insist => "allow anyway",
        Fact::Intent(_) => "what",
        Fact::Reason(_) => "in your own words",
        Fact::Number(_) => "until number",
        Fact::Hidden(_) => "hidden (%)",
        Fact::HardCover => "hard cover",
        Fact::Lighting(_) => "alight",
        Fact::Shifting => "stays in reach",
        Fact::IntoFire => "into the fire",
        Fact::ThroughFire => "through the fire",
        Fact::Suitable => "suitable method",
        Fact::Second(_) => "second weapon",
        Fact::Treasure => "treasure, not food",
        Fact::Woods => "in the woods",
        Fact::Obstacle(_) => "obstacle",
        Fact::Craft(_) => "skill",
        Fact::Quarry => "of the kind it hunts",
        Fact::Fear => "against fear",
        Fact::Perilous => "perilous",
        Fact::Scroll => "from a scroll",
        Fact::Arcane => "arcane users only",
        Fact::Share(_) => "share",
        Fact::Loosed(_) => "on its way",
    }
}

/// The name of a range band.
pub fn band(band: Band) -> &'static str {
    match band {
        Band::Short => "short",
        Band::Medium => "medium",
        Band::Long => "long",
    }
}

/// The words for the effect of a successful saving throw.
pub fn on_save(on: OnSave) -> &'static str {
    match on {
        OnSave::Half => "half",
        OnSave::Negates => "no effect",
        OnSave::None => "full effect",
    }
}

/// The name of a defence.
pub fn defence(defence: Defence) -> &'static str {
    match defence {
        Defence::Dodge => "dodge",
        Defence::Block => "block",
        Defence::Parry => "parry",
        Defence::None => "no defence",
    }
}

/// The name of a called shot's location.
pub fn location(location: Location) -> &'static str {
    match location {
        Location::Leg => "leg",
        Location::Arm => "arm",
        Location::Hand => "hand",
        Location::Head => "head",
        Location::Critical => "critical region",
        Location::Torso => "torso",
        Location::Wings => "wings",
        Location::Weapon => "weapon",
        Location::Armour => "armour",
    }
}

/// The name of a manoeuvre.
pub fn maneuver(maneuver: Maneuver) -> &'static str {
    match maneuver {
        Maneuver::Grab => "grab",
        Maneuver::Trip => "trip",
        Maneuver::Disarm => "disarm",
    }
}

/// The name of a degree of cover.
pub fn shelter(shelter: Shelter) -> &'static str {
    match shelter {
        Shelter::Open => "none",
        Shelter::Light => "light",
        Shelter::Medium => "medium",
        Shelter::Heavy => "heavy",
        Shelter::Total => "total",
    }
}

/// The name of a degree of visibility.
pub fn light(light: Light) -> &'static str {
    match light {
        Light::Clear => "clear",
        Light::Hazy => "hazy",
        Light::Dark => "dark",
    }
}

/// The words for how oil is lit.
pub fn lighting(lighting: Lighting) -> &'static str {
    match lighting {
        Lighting::Flame => "by a flame",
        Lighting::Wick => "by its wick",
        Lighting::None => "not alight",
    }
}

/// The name of a surface.
pub fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Water => "deep water",
        Surface::VerySoft => "very soft",
        Surface::Soft => "soft",
        Surface::SlightlySoft => "slightly soft",
        Surface::Hard => "hard",
        Surface::Hazardous => "hazardous",
        Surface::Spikes => "spikes",
    }
}

/// The name of a form of horror.
pub fn dread(dread: Dread) -> &'static str {
    match dread {
        Dread::Fear => "fear",
        Dread::Insanity => "insanity",
        Dread::Rage => "rage",
        Dread::Untyped => "untyped",
    }
}
