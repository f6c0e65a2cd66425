//! The prompt for dice thrown at the table: for one roll, or for several rolls of one kind.

use crate::chronicle::Provenance;
use crate::rules::model::dice::{Answer, Keep, Purpose, Roll, RollRequest};
use crate::rules::model::ids::CombatantId;
use crate::rules::text::log::capital;
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::typed::Typed;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY, Stands, closes};
use crate::tui::paint::text::{self, put, put_right, wrap};
use crate::tui::paint::voice;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::phones::Heard;
use crate::tui::proposal::needs;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// The character that lets the machine roll the rest of the act; it is never part of a roll, so it can be a key.
const BY_MACHINE: char = 'p';
/// Why Enter does nothing yet.
pub(super) const NOT_COME: &str = "not come from the phone yet: type it, or Ctrl-p: the machine rolls";
/// The width of the prompt in columns.
const COLUMNS: u16 = 56;

/// The prompt.
pub struct Prompt {
    asks: Vec<RollRequest>,
    /// What is asked; for several rolls, a line for each target, in the order of the dice.
    lines: Vec<String>,
    typed: Typed,
    /// Whether a phone is asked for it: Enter alone does not roll then.
    on_phone: bool,
    /// What a phone has sent.
    sent: String,
    fault: Option<String>,
}

impl Prompt {
    /// Asks for one roll.
    pub fn one(view: &View, ask: RollRequest) -> Self {
        let lines = vec![voice::roll(view.e, &ask)];
        Self::of(vec![ask], lines)
    }

    fn of(asks: Vec<RollRequest>, lines: Vec<String>) -> Self {
        let (typed, sent) = (Typed::default(), String::new());
        Self { asks, lines, typed, on_phone: false, sent, fault: None }
    }

    /// Asks for a number for each of several rolls; `None` if the single faces of any of them matter.
    pub fn several(view: &View, asks: Vec<RollRequest>) -> Option<Self> {
        if asks.iter().any(|ask| ask.each && ask.count > 1) {
            return None;
        }
        let same = |a: &RollRequest, b: &RollRequest| (a.against, a.need) == (b.against, b.need);
        let lines = asks.chunk_by(same).map(|run| line(view, run)).collect();
        Some(Self::of(asks, lines))
    }

    /// The roll, if it asks for just one.
    fn only(&self) -> Option<&RollRequest> {
        if let [ask] = &self.asks[..] { Some(ask) } else { None }
    }

    /// The answer as typed; with `rest`, the machine rolls what was not typed.
    fn answer(&mut self, session: &mut Session, rest: bool) -> Done {
        match self.only() {
            Some(_) if rest => closes(session.machine_rolls_all()),
            Some(ask) => {
                let read = typed_roll(ask, &self.typed).inspect_err(|_| self.typed.clear())?;
                match read {
                    (Some(roll), 0) => closes(session.answer(Answer::Roll(roll), Provenance::Typed)),
                    (None, 0) if self.on_phone => Err(NOT_COME.into()),
                    (None, 0) => closes(session.machine_rolls()),
                    // Without dice it is asked again, with the bonus.
                    (None, bonus) => closes(session.add_bonus(bonus)),
                    (Some(roll), bonus) => {
                        session.add_bonus(bonus)?;
                        closes(session.answer(Answer::Roll(roll), Provenance::Typed))
                    }
                }
            }
            None => {
                let rolls = whole(self.read_each(&session.view())?, rest)?;
                closes(session.answer_beforehand(self.asks.iter().cloned().zip(rolls).collect()))
            }
        }
    }

    /// The typed rolls, in order; `None` for those not typed.
    fn read_each(&self, view: &View) -> Result<Vec<Option<Roll>>, String> {
        let typed: Vec<&str> = numbers(&self.typed).collect();
        if typed.len() > self.asks.len() {
            return Err(format!("found {} numbers, expected {}", typed.len(), self.asks.len()));
        }
        let mut rolls = vec![None; self.asks.len()];
        for ((word, ask), roll) in typed.iter().zip(&self.asks).zip(&mut rolls) {
            let who = ask.who.map_or("-", |who| words::name(view.e, who));
            *roll = Some(read(ask, word).map_err(|fault| format!("{who}: {fault}"))?);
        }
        Ok(rolls)
    }

    fn hint(&self) -> String {
        let Some(ask) = self.only() else {
            return match numbers(&self.typed).count() {
                0 => "one number each, in this order; Enter alone: the machine rolls".into(),
                typed => format!("{typed} of {}", self.asks.len()),
            };
        };
        if self.on_phone {
            return "asked on the phone; Ctrl-p: the machine rolls".into();
        }
        let (least, most) = ask.range();
        match (ask.count, ask.each) {
            (1, _) => format!("{least} to {most}; Enter alone: the machine rolls"),
            _ if ask.keep.is_some() => {
                "all faces, or the one that counts; Enter alone: the machine rolls".into()
            }
            (_, true) => "every face, like 4 2 6; Enter alone: the machine rolls".into(),
            _ => format!("every face, or {least} to {most} in all; Enter alone: the machine rolls"),
        }
    }

    /// Draws one roll in two rows: what it is for, and the dice with what they come to.
    fn paint_in_stage(&self, ask: &RollRequest, view: &View, area: Rect, buf: &mut Buffer) {
        let (theme, bold) = (view.theme, view.theme.text.add_modifier(Modifier::BOLD));
        let question = self.lines.first().map_or("", String::as_str);
        put(buf, area.x, area.y, area.width, &capital(question), bold);
        let (y, right) = (area.y + 1, area.right());
        let mut x = put(buf, area.x, y, area.width, &format!("{}  ", dice(ask)), theme.dim);
        x = put(buf, x, y, right.saturating_sub(x), &format!("{}▏", &*self.typed), theme.key);
        if let Some(name) = self.sender(ask, view) {
            x = put(buf, x, y, right.saturating_sub(x), &format!(" ◂ {name}"), theme.note);
        }
        if let Ok((Some(roll), bonus)) = typed_roll(ask, &self.typed) {
            let (terms, outcome) = comes_to(view, ask, &roll, bonus);
            x = put(buf, x, y, right.saturating_sub(x), &terms, theme.text);
            x = put(buf, x, y, right.saturating_sub(x), outcome, bold);
        }
        let style = if self.fault.is_some() { theme.fault } else { theme.dim };
        let said =
            if self.fault.is_some() || self.typed.is_empty() { self.below() } else { String::new() };
        put_right(buf, x + 2, y, right.saturating_sub(x + 2), &said, style);
    }

    /// Whose phone sent what stands here, if it was one.
    fn sender<'a>(&self, ask: &RollRequest, view: &'a View) -> Option<&'a str> {
        ask.who.filter(|_| !self.sent.is_empty() && *self.typed == *self.sent).map(|who| view.name(who))
    }

    /// The line below: what can be typed, or what is wrong.
    fn below(&self) -> String {
        self.fault.as_ref().map_or_else(|| self.hint(), |fault| format!("! {fault}"))
    }

    /// The wrapped question followed by the input, and how many of the lines are the question.
    fn shown(&self, columns: u16) -> (Vec<String>, usize) {
        let columns = usize::from(columns);
        let mut lines: Vec<String> = match self.only() {
            Some(_) => self.lines.iter().flat_map(|line| wrap(line, columns)).collect(),
            None => self.lines.clone(),
        };
        let asked = lines.len();
        lines.extend(wrap(&format!("› {}▏", &*self.typed), columns));
        (lines, asked)
    }
}

/// The dice to roll: `1d6`, `2d20, the higher counts`.
fn dice(ask: &RollRequest) -> String {
    let which = match ask.keep {
        None => "",
        Some(Keep::Highest) => ", the higher counts",
        Some(Keep::Lowest) => ", the lower counts",
    };
    format!("{}d{}{which}", ask.count, ask.sides)
}

/// What was typed for a roll: the dice, and a bonus, which has a sign: `14+1`, `+1`, `4 2 6-2`.
///
/// # Errors
/// Says what is no number.
pub fn parted(typed: &str) -> Result<(&str, i32), String> {
    let at = typed.find(['+', '-']).unwrap_or(typed.len());
    let (dice, bonus) = typed.split_at(at);
    let bonus = bonus.replace(' ', "");
    let fault = || format!("found \"{bonus}\", expected a bonus such as +1");
    let bonus = if bonus.is_empty() { 0 } else { bonus.parse().map_err(|_| fault())? };
    Ok((dice.trim(), bonus))
}

/// The roll that was typed, if any, and the bonus with it.
///
/// # Errors
/// Says what is no number, or why the dice cannot show that.
fn typed_roll(ask: &RollRequest, typed: &str) -> Result<(Option<Roll>, i32), String> {
    let (dice, bonus) = parted(typed)?;
    let roll = if dice.is_empty() { None } else { Some(read(ask, dice)?) };
    Ok((roll, bonus))
}

/// What a roll comes to with a bonus, and whether that is enough: ` +2 attack = 16`, ` HIT`.
fn comes_to(view: &View, ask: &RollRequest, roll: &Roll, bonus: i32) -> (String, &'static str) {
    let bare = ask.figure(roll).saturating_add(bonus);
    let sum = words::sum(view.about(), Some(bare), &ask.tally);
    let terms = sum.strip_prefix(&bare.to_string()).unwrap_or(&sum);
    let terms = if terms.is_empty() && ask.count > 1 { format!(" = {bare}") } else { terms.into() };
    let outcome = match (ask.need, ask.purpose) {
        (None, _) => "",
        (Some(need), purpose) => {
            let good = if ask.under { bare <= need } else { bare >= need };
            match (purpose, good) {
                (Purpose::Attack(_), true) => " HIT",
                (Purpose::Attack(_), false) => " miss",
                (_, true) => " succeeds",
                (_, false) => " fails",
            }
        }
    };
    (terms, outcome)
}

/// The numbers in a text, as words.
pub fn numbers(typed: &str) -> impl Iterator<Item = &str> {
    typed.split([' ', ',']).filter(|word| !word.is_empty())
}

/// The line for several rolls at a target: `4 Goblins, at Ana: hits on 16+`.
fn line(view: &View, run: &[RollRequest]) -> String {
    let who: Vec<CombatantId> = run.iter().filter_map(|ask| ask.who).collect();
    let at = run[0].against.map_or_else(String::new, |at| format!(", at {}", view.name(at)));
    let dice = || format!("{}d{}", run[0].count, run[0].sides);
    format!("{}{at}: {}", words::counted(view.e, &who), needs(&run[0]).unwrap_or_else(dice))
}

/// Parses a roll: every face, or the total if only that matters.
///
/// # Errors
/// Says why the dice cannot show that.
pub fn read(ask: &RollRequest, typed: &str) -> Result<Roll, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("\"{word}\" is not a number"));
    let faces: Vec<u16> = numbers(typed).map(number).collect::<Result<_, String>>()?;
    let roll = match &faces[..] {
        [total] if ask.count > 1 => Roll::Total(i32::from(*total)),
        _ => Roll::Faces(faces),
    };
    ask.accepts(&roll).map_err(|bad| bad.to_string())?;
    Ok(roll)
}

/// All rolls; if only some are typed, `rest` must be set, so that the machine rolls the others.
fn whole(rolls: Vec<Option<Roll>>, rest: bool) -> Result<Vec<Option<Roll>>, String> {
    let (typed, count) = (rolls.iter().flatten().count(), rolls.len());
    match rest || typed == 0 || typed == count {
        true => Ok(rolls),
        false => Err(format!("found {typed} numbers, expected {count}; p: the machine rolls the rest")),
    }
}

impl Layer for Prompt {
    fn scope(&self) -> Scope {
        Scope::Dice
    }

    fn title(&self, _: &View) -> String {
        match (self.only(), self.asks.first()) {
            (None, Some(ask)) => format!("{} rolls: {}", self.asks.len(), ask.purpose.noun()),
            (ask, _) => ask.map_or_else(String::new, dice),
        }
    }

    fn stands(&self) -> Stands {
        if self.only().is_some() { Stands::Stage } else { Stands::Beside }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let apart = usize::from(self.only().is_some());
        let lines = self.shown(COLUMNS).0.len() + apart + wrap(&self.below(), COLUMNS.into()).len();
        (text::cells(lines), COLUMNS)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        if let (Some(ask), 2) = (self.only(), area.height) {
            return self.paint_in_stage(ask, view, area, buf);
        }
        let below = wrap(&self.below(), area.width.into());
        let last = area.bottom().saturating_sub(text::cells(below.len())).max(area.y);
        let (lines, asked) = self.shown(area.width);
        for ((at, line), y) in lines.iter().enumerate().zip(area.y..last) {
            let style = if at < asked { view.theme.text } else { view.theme.active };
            put(buf, area.x, y, area.width, line, style);
        }
        let style = if self.fault.is_some() { view.theme.fault } else { view.theme.dim };
        text::put_lines(buf, area, last, &below, style);
    }

    fn takes(&self, sign: char) -> bool {
        sign.is_ascii_digit() || " ,".contains(sign) || self.only().is_some() && "+-".contains(sign)
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        if sign == BY_MACHINE {
            return self.answer(session, true);
        }
        if self.takes(sign) {
            self.fault = None;
            self.typed.add(sign, text::MOST_TYPED);
        }
        STAY
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Forward => return self.answer(session, false),
            Op::ByHand => return self.answer(session, true),
            Op::Back => {
                session.forget();
                return CLOSE;
            }
            Op::Erase if !self.typed.op(op) => return closes(session.take_back()),
            _ => {}
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.only().is_none() => KeyMeaning::This("roll them".into()),
            _ => KeyMeaning::Usual,
        }
    }

    fn hears(&mut self, heard: &[Heard]) {
        let Some(ask) = self.only() else { return };
        let asked = heard.iter().find(|heard| heard.ask == *ask);
        self.on_phone = asked.is_some();
        let sent = asked.map_or_else(String::new, Heard::text);
        // What was typed stays.
        if *self.typed == *self.sent {
            self.typed.set(&sent);
        }
        self.sent = sent;
    }

    fn refused(&mut self, refused: &Refused) {
        self.fault = Some(refused.why.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_pair_both_faces_or_the_one_that_counts() {
        let pair = RollRequest::new(Purpose::Attack(0), 2, 20).keeping(Keep::Highest);
        let figure = |typed| read(&pair, typed).map(|roll| pair.figure(&roll));
        assert_eq!(
            [figure("4 17"), figure("17 4"), figure("17"), figure("1 1")],
            [17, 17, 17, 1].map(Ok)
        );
        assert_eq!(figure("21"), Err("these dice cannot total 21: type 1 to 20".into()));
        assert_eq!(figure("4 21"), Err("a d20 cannot show 21: type 1 to 20".into()));
        assert_eq!(figure("4 17 2"), Err("2d20 needed, 3 dice given".into()));
    }

    #[test]
    fn faces_and_totals() {
        let two = RollRequest::new(Purpose::Morale, 2, 6);
        assert_eq!(read(&two, "4 2"), Ok(Roll::Faces(vec![4, 2])));
        assert_eq!(read(&two, "12"), Ok(Roll::Total(12)));
        assert!(read(&two, "13").is_err());
        assert!(read(&two, "4 2 6").is_err());
        let one = RollRequest::new(Purpose::Free, 1, 20);
        assert_eq!(read(&one, "20"), Ok(Roll::Faces(vec![20])));
        assert!(read(&one, "21").is_err());
    }
}
