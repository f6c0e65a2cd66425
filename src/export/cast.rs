//! Terminal recordings in asciinema's format, version 2: a JSON header with the size, then a JSON line for each output,
//! with the seconds since the start.

use crate::rules::model::combatant::Standing;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::text::words;
use serde_json::json;

/// The time from act to act, in milliseconds.
const BEAT: u64 = 1200;
/// Players shorten longer pauses to this, in seconds.
const IDLE: u64 = 2;

/// The screen after an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The terminal output: the whole screen for the first frame, then the changes.
    pub output: String,
    /// What can be jumped to: the start of a round, or a fall.
    pub markers: Vec<String>,
}

/// Builds a recording with the given columns and rows and one frame per beat.
///
/// # Errors
/// If JSON serialization fails, which no frame can cause.
pub fn cast(title: &str, size: (u16, u16), frames: &[Frame]) -> serde_json::Result<String> {
    let end = BEAT * frames.len() as u64;
    let head = json!({
        "version": 2, "width": size.0, "height": size.1, "title": title, "idle_time_limit": IDLE,
        "duration": seconds(end), "env": { "TERM": "xterm-256color" },
    });
    let mut lines = vec![head.to_string()];
    for (frame, at) in frames.iter().zip((0..).map(|nth| nth * BEAT)) {
        lines.push(line(at, "o", &frame.output)?);
        for marker in &frame.markers {
            lines.push(line(at, "m", marker)?);
        }
    }
    // Hold the last frame as long as the others.
    lines.push(line(end, "o", "")?);
    Ok(lines.join("\n") + "\n")
}

fn line(at: u64, code: &str, text: &str) -> serde_json::Result<String> {
    serde_json::to_string(&(seconds(at), code, text))
}

fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// The events of an act to jump to: the start of a round, or a fall.
pub fn markers<'a>(e: &Encounter, events: impl Iterator<Item = &'a Event>) -> Vec<String> {
    let told = |event: &Event| match event {
        Event::RoundBegan(round) => Some(format!("Round {round}")),
        Event::Stood(who, standing @ (Standing::Down | Standing::Dead)) => {
            Some(words::they_do(e, &[*who], words::becomes(*standing)))
        }
        _ => None,
    };
    events.filter_map(told).collect()
}
