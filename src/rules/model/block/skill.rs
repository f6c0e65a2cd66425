//! The skills of the wounds family.

use crate::rules::model::listed::listed;

listed! {
    /// The skills used in checks.
    Skill {
        /// Evading attacks; the reflex skill.
        Dodge = "dodge",
        /// Resisting poison, pain and exhaustion.
        Fortitude = "fortitude",
        /// Noticing things.
        Perception = "perception",
        /// Not being noticed.
        Stealth = "stealth",
        /// Grappling.
        Wrestle = "wrestle",
        /// Running, climbing, jumping.
        Athletics = "athletics",
        /// Tumbling, balancing.
        Acrobatics = "acrobatics",
        /// Riding.
        Ride = "ride",
        /// Treating wounds.
        Medicine = "medicine",
    }
}
