//! A recording of a terminal: asciinema's format, version 2. A line of JSON that says how large it is, then a line
//! each time something is written, with the seconds since the start.

use crate::rules::model::combatant::Standing;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::text::words;
use serde_json::json;

/// From act to act, in milliseconds.
const BEAT: u64 = 1200;
/// Players shorten what stands still for longer, in seconds.
const IDLE: u64 = 2;

/// What an act brings onto the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What is written to the terminal: the first frame whole, of the others what changed.
    pub output: String,
    /// What a player can jump to there: the round that begins, who falls.
    pub markers: Vec<String>,
}

/// The recording: columns and rows, then a frame each beat.
///
/// # Errors
/// Only what the writer of JSON says; nothing in a frame can cause that.
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
    // The last frame stands as long as the others.
    lines.push(line(end, "o", "")?);
    Ok(lines.join("\n") + "\n")
}

fn line(at: u64, code: &str, text: &str) -> serde_json::Result<String> {
    serde_json::to_string(&(seconds(at), code, text))
}

fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// What stands out in an act, to be jumped to: the round that begins, who falls.
pub fn markers<'a>(e: &Encounter, events: impl Iterator<Item = &'a Event>) -> Vec<String> {
    let told = |event: &Event| match event {
        Event::RoundBegan(round) => Some(format!("Round {round}")),
        Event::Stood(who, standing @ (Standing::Down | Standing::Dead)) => {
            Some(format!("{} {}", words::name(e, *who), words::becomes(*standing)))
        }
        _ => None,
    };
    events.filter_map(told).collect()
}
