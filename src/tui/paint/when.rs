//! Formats a time by the wall clock, briefly: `today 21:40`, `Sun 21:40`, `3 May`.

use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use std::time::SystemTime;

/// Formats a time in the local time zone; `None` if it is beyond the calendar's range.
pub fn said(then: SystemTime) -> Option<String> {
    let now = Zoned::now();
    let then = jiff::Timestamp::try_from(then).ok()?.to_zoned(now.time_zone().clone());
    Some(words(now.date(), then.datetime()))
}

/// Formats the day, with the time of day as long as a week has not passed, and the year if it is another.
fn words(today: Date, then: DateTime) -> String {
    let days = then.date().until(today).map_or(i32::MAX, |span| span.get_days());
    let how = match days {
        0 => "today %H:%M",
        1..=6 => "%a %H:%M",
        _ if then.year() == today.year() => "%-d %b",
        _ => "%-d %b %Y",
    };
    then.strftime(how).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn the_nearer_the_day_the_shorter_its_name() {
        let today = date(2026, 11, 23);
        let at = |month, day, year| words(today, date(year, month, day).at(21, 40, 0, 0));
        assert_eq!(at(11, 23, 2026), "today 21:40");
        assert_eq!(at(11, 22, 2026), "Sun 21:40");
        assert_eq!(at(11, 17, 2026), "Tue 21:40");
        assert_eq!(at(11, 16, 2026), "16 Nov");
        assert_eq!(at(12, 31, 2025), "31 Dec 2025");
        assert_eq!(at(11, 24, 2026), "24 Nov", "the clock was put back");
    }

    #[test]
    fn now_is_today() {
        let said = said(SystemTime::now()).expect("a moment of our time");
        assert!(said.starts_with("today "), "{said}");
    }
}
