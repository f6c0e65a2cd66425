//! Builds the acts: a deed with its weapon, its targets, and the facts that have a default.

use super::ranking::{Arms, At, Reach};
use super::whom::{is_helpless, runs};
use super::{Choice, Chooser, Thrift, is_worth_it, likely};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Immunity, Kind, Range, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command, Deed, Fact, Facts};
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::Condition;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::rank::Rank;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;

/// The deeds that attack, with a weapon or with a spell used like one.
const ATTACKS: [Deed; 3] = [Deed::Strike, Deed::Shoot, Deed::Cast];
/// How many targets are tried.
const TRIES: usize = 6;
/// The range of a power, in melee distances.
const CLOSE_BY: i32 = 3;
/// The number of targets of a spell that does not state one.
const SPREAD: usize = 3;

/// The foes a combatant could close with.
pub(super) struct Goals {
    /// Whether contact is claimed as a fact; otherwise distance alone decides.
    claims: bool,
    /// The foes, the best first.
    foes: Vec<Goal>,
}

/// A foe to close with; the better one is the lesser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    /// Whether it is out of reach of this move.
    far: bool,
    flees: bool,
    /// Whether it is in the back line, behind another foe with room beside it.
    screened: bool,
    /// How many allies are at it already.
    friends: usize,
    feet: Tenths,
    /// In systems without engagement: the key by which it picks its target once it is there.
    preferred: (i32, i32),
    id: CombatantId,
}

/// How many allies attack a foe before the others press on to those behind it.
const ROOM: usize = 3;

impl Chooser<'_> {
    /// Whether the rules accept the act.
    fn is_accepted(&self, act: &Act) -> bool {
        self.refused(act).is_none()
    }

    fn refused(&self, act: &Act) -> Option<Refusal> {
        let checked = rules::check_offered(self.rules, self.e, act, self.cached(act.deed));
        checked.err().map(|why| why.refusal)
    }

    /// The act, if the rules accept it.
    pub(super) fn if_accepted(&self, act: Act) -> Option<Choice> {
        self.is_accepted(&act).then_some(Choice::Do(act))
    }

    /// A deed that needs no input beyond its defaults.
    pub(super) fn plain(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        let with = match deed {
            Deed::Draw if !offer.with.is_empty() => Some(self.worth_drawing(offer)?),
            _ => offer.with.first().copied(),
        };
        let act = Act { with, ..Act::new(self.c.id, deed) };
        let (least, _) = deeds::aims(self.rules, self.e, &act, offer);
        let whom =
            if least == 0 { None } else { Some(self.whom(&offer.at.ids, At::Anybody).next()?.id) };
        self.if_accepted(self.complete(offer, with, whom)?)
    }

    /// The weapon to draw. In melee, one that only shoots comes last.
    fn worth_drawing(&self, offer: &Offer) -> Option<u8> {
        let only_shoots = |at: u8| self.line(at).is_some_and(|line| line.range == Some(Range::Missile));
        let armed = offer.with.iter().copied().filter(|at| self.is_armed(*at));
        armed.min_by_key(|at| self.is_engaged() && only_shoots(*at))
    }

    /// Resumes what was begun, at another target if its own can no longer fight and another can.
    pub(super) fn resumption(&self) -> Option<Choice> {
        let begun = &self.c.ongoing.as_ref()?.act;
        let mut act = Act::new(self.c.id, Deed::Resume);
        let attacks = begun.with.is_some() && begun.target().is_some();
        let stands = |whom: &CombatantId| self.e.get(*whom).is_some_and(Combatant::is_up);
        let fights = |whom: &CombatantId| {
            self.e.get(*whom).is_some_and(|foe| foe.is_up() && !self.is_no_threat(foe))
        };
        if !attacks || begun.at.iter().any(fights) {
            // As begun: looking for other targets is not worth the time.
            return self.if_accepted(act);
        }
        let others = likely(self.rules, self.e, self.c.id, &self.open(Deed::Resume)?.at.ids);
        let other = others.iter().copied().find(fights);
        let at_it = |whom| self.if_accepted(Act { at: vec![whom], ..act.clone() });
        if let Some(choice) = other.and_then(at_it) {
            return Some(choice);
        }
        if !begun.at.iter().any(stands) {
            act.at = others.into_iter().take(1).collect();
        }
        self.if_accepted(act)
    }

    /// Repeats a combo, directing each blow at its old target if still worth it, else at the likeliest.
    pub(super) fn repetition(&self) -> Option<Choice> {
        let last = self.last.filter(|last| !last.parts.is_empty())?;
        let offer = self.open(last.deed)?;
        let first = self.whom(&offer.at.ids, At::Near).next()?.id;
        let mut act = Act { at: Vec::new(), ..last.clone() };
        for part in &mut act.parts {
            let stands = |whom: &CombatantId| is_worth_it(self.e, self.c.id, *whom);
            let whom = part.at.filter(stands).unwrap_or(first);
            part.at = Some(whom);
            if !act.at.contains(&whom) {
                act.at.push(whom);
            }
        }
        self.if_accepted(act)
    }

    /// In melee: attacks a foe in melee, with the first attack of its block.
    pub(super) fn fight(&self) -> Option<Choice> {
        if self.e.wounds(self.c.id).is_err() {
            return ATTACKS.into_iter().find_map(|deed| self.attack(deed, Arms::Any, At::Engaged));
        }
        self.first_of_block(&ATTACKS, Arms::Any, At::Engaged)
    }

    /// Tries the attacks in the order of the block and returns the first that is possible.
    fn first_of_block(&self, deeds: &[Deed], arms: Arms, at: At) -> Option<Choice> {
        let mut open: Vec<(Option<u8>, Deed)> = deeds
            .iter()
            .filter_map(|deed| Some((self.open(*deed)?.with.first().copied(), *deed)))
            .collect();
        open.sort_by_key(|(first, _)| *first);
        open.into_iter().find_map(|(_, deed)| self.attack(deed, arms, at))
    }

    /// A shot, a throw or a spell used like one, whichever comes first in the block.
    pub(super) fn at_range(&self, arms: Arms, at: At) -> Option<Choice> {
        if self.e.wounds(self.c.id).is_err() {
            return self.attack(Deed::Shoot, arms, at);
        }
        self.first_of_block(&[Deed::Shoot, Deed::Cast], arms, at)
    }

    /// An attack on a target selected by `at`. `None` if there is no such target or no attack on it is possible.
    pub(super) fn attack(&self, deed: Deed, arms: Arms, at: At) -> Option<Choice> {
        let offer = self.open(deed)?;
        let serves = |line: &u8| self.serves(*line, arms) && !self.is_kept(deed, *line);
        let with: Vec<u8> = offer.with.iter().copied().filter(serves).collect();
        if with.is_empty() {
            return None;
        }
        let foes: Vec<&Combatant> = self.whom(&offer.at.ids, at).take(TRIES).collect();
        let mut tries: Vec<(bool, usize, u8, u8)> = Vec::new();
        for (nth, foe) in foes.iter().enumerate() {
            let of = |line: &u8| (self.cannot_harm(*line, foe), nth, self.group(deed, *line), *line);
            tries.extend(with.iter().map(of));
        }
        let harms_friends = |line: u8, foe: &Combatant| {
            deeds::may_stray(self.rules, self.e, self.c.id, deed, line) && self.has_friends_at(foe)
        };
        tries.retain(|(_, nth, _, line)| !harms_friends(*line, foes[*nth]));
        tries.sort_unstable();
        let (mut asks, mut vain) = (None, None);
        for (_, nth, _, line) in tries {
            let (with, whom) = (Some(line), Some(foes[nth].id));
            let Some(act) = self.complete(offer, with, whom) else {
                asks = asks.or_else(|| Some(self.draft(offer, with, whom)));
                continue;
            };
            if !self.is_accepted(&act) {
                continue;
            }
            if !deeds::is_vain(self.rules, self.e, &act) {
                return Some(Choice::Do(act));
            }
            vain = vain.or(Some(act));
        }
        vain.map(Choice::Do).or(asks.map(Choice::Ask))
    }

    /// Sort key of attack lines: the one last used with this deed, then the other weapons, then bare hands.
    fn group(&self, deed: Deed, line: u8) -> u8 {
        match self.last.filter(|last| last.deed == deed).and_then(|last| last.with) == Some(line) {
            true => 0,
            false if self.is_armed(line) => 1,
            false => 2,
        }
    }

    fn serves(&self, line: u8, arms: Arms) -> bool {
        let shot = match self.line(line) {
            Some(line) => line.range == Some(Range::Missile),
            None => self.e.wounds(self.c.id).is_ok(),
        };
        !self.is_scarce(line) && (arms == Arms::Any || shot)
    }

    /// Whether there is a better use for the weapon: the last one is not thrown away, and a bow is not dropped to
    /// strike with bare hands.
    fn is_kept(&self, deed: Deed, at: u8) -> bool {
        match deed {
            Deed::Shoot => self.thrift == Thrift::Spares && self.is_last_in_hand(at),
            Deed::Strike => !self.is_armed(at) && self.has_a_shot(),
            _ => false,
        }
    }

    /// Whether throwing this weapon would leave nothing to strike with. Weapons counted as a supply are exempt.
    fn is_last_in_hand(&self, at: u8) -> bool {
        let lines = self.e.d20(self.c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        let strikes = |line: &Attack| line.range != Some(Range::Missile) && !line.has(Tag::UNARMED);
        let others = lines.iter().enumerate().filter(|(nth, _)| *nth != usize::from(at));
        self.line(at).is_some_and(strikes)
            && self.line(at).is_some_and(|line| self.c.supply_of(&line.name).is_none())
            && !others.into_iter().any(|(_, line)| strikes(line))
    }

    /// Whether it has a missile weapon at hand.
    fn has_a_shot(&self) -> bool {
        self.open(Deed::Shoot)
            .is_some_and(|offer| offer.with.iter().any(|at| self.serves(*at, Arms::Shot)))
    }

    /// Whether the attack line cannot harm the foe. Bare hands cannot harm one immune to all but silver or magic.
    pub(super) fn cannot_harm(&self, line: u8, foe: &Combatant) -> bool {
        let immune = self.e.d20(foe.id).ok().and_then(|d20| d20.block.immune.as_ref());
        immune.is_some_and(|immune| match self.line(line) {
            Some(line) => immune.wards_off(line),
            None => matches!(immune, Immunity::AllBut(_)),
        })
    }

    /// The deed with all defaults, or `None` if something has no default and must be asked.
    fn complete(&self, offer: &Offer, with: Option<u8>, whom: Option<CombatantId>) -> Option<Act> {
        let act = self.draft(offer, with, whom);
        let (least, most) = deeds::aims(self.rules, self.e, &act, offer);
        if whom.is_some() && least == 0 && most > 0 && ATTACKS.contains(&offer.deed) {
            // The referee has to say who is in the area.
            return None;
        }
        let known = |fact: &Fact| {
            matches!(fact, Fact::Distance(_))
                && whom.is_some_and(|at| self.e.distance(self.c.id, at).is_some())
        };
        let all = offer.asked(with).all(|field| !field.needed || field.stands || known(&field.fact));
        all.then_some(act)
    }

    /// The deed with what defaults there are, and the lasting facts of the last such act on the same target.
    fn draft(&self, offer: &Offer, with: Option<u8>, whom: Option<CombatantId>) -> Act {
        let mut act = Act { with, ..Act::new(self.c.id, offer.deed) };
        act.at.extend(whom);
        act.facts = offer.standing(with);
        let same = self.last.filter(|last| last.deed == offer.deed && last.target() == whom);
        for fact in same.into_iter().flat_map(|last| &last.facts.0).filter(|fact| lasts(fact)) {
            act.facts.set(fact.clone());
        }
        act
    }

    /// A spell or power. The referee confirms its targets, unless it is a spell used like an attack.
    pub(super) fn spell(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        if !offer.with.is_empty() {
            return self
                .attack(deed, Arms::Any, At::Near)
                .or_else(|| self.attack(deed, Arms::Any, At::Guessed));
        }
        let versions = self.versions(offer);
        let aimed = versions.iter().map(|act| self.aimed(offer, act.clone(), At::Guessed));
        let first = || versions.first().filter(|_| self.thrift == Thrift::Spares).cloned();
        aimed.into_iter().find(|act| !act.at.is_empty()).or_else(first).map(Choice::Ask)
    }

    /// A monster's at-will power, at most every other time, at foes within [`CLOSE_BY`]. The referee says whom it
    /// reaches. Skips those already suffering from it.
    pub(super) fn power(&self) -> Option<Choice> {
        let deed = Deed::UsePower;
        let offer = self.open(deed).filter(|_| self.last.is_none_or(|last| last.deed != deed))?;
        let block = &self.e.d20(self.c.id).ok().filter(|d20| d20.block.kind == Kind::Monster)?.block;
        let at_will = |act: &Act| {
            let power = act.facts.spell().and_then(|nth| block.spell(nth));
            power.is_some_and(|power| power.copies.is_none()) && is_hostile(&act.facts)
        };
        let melee = self.rules.about().melee();
        let near = |id: &CombatantId| {
            let foe = self.e.get(*id).filter(|foe| !self.in_melee(self.c, foe));
            let far = foe.and_then(|foe| self.e.between(self.c, foe));
            far.is_none_or(|far| far.0 <= melee.0.saturating_mul(CLOSE_BY))
        };
        self.versions(offer).into_iter().filter(at_will).find_map(|act| {
            let mut act = self.aimed(offer, act, At::Near);
            act.at.retain(near);
            (!act.at.is_empty()).then_some(Choice::Ask(act))
        })
    }

    /// Every spell or power the offer allows, each with the defaults that go with it.
    fn versions(&self, offer: &Offer) -> Vec<Act> {
        let plain = Act { facts: offer.standing(None), ..Act::new(self.c.id, offer.deed) };
        let of = |nth: u8| {
            let facts = Facts(vec![Fact::Spell(nth)]);
            let act = Act { facts, ..Act::new(self.c.id, offer.deed) };
            let facts = deeds::asked(self.rules, self.e, &act, offer).into_owned();
            let facts = Offer { facts, ..Offer::plain(offer.deed) }.standing(None);
            let mut act = Act { facts, ..act };
            act.facts.set(Fact::Spell(nth));
            act
        };
        let spell = |field: &FactField| match field.fact {
            Fact::Spell(nth) => Some(nth),
            _ => None,
        };
        let all: Vec<Act> = offer.facts.iter().filter_map(spell).map(of).collect();
        if all.is_empty() { vec![plain] } else { all }
    }

    /// The act with likely targets among those it may be aimed at: the worst hurt ally, foes not suffering from it yet,
    /// or itself. Without a target if its purpose is unknown.
    fn aimed(&self, offer: &Offer, act: Act, at: At) -> Act {
        let ids = &offer.at.ids;
        let (_, most) = deeds::aims(self.rules, self.e, &act, offer);
        let brings = |c: &Combatant| {
            act.facts.0.iter().any(|fact| matches!(fact, Fact::Inflicts(what) if c.has(*what)))
        };
        let wins = self.thrift == Thrift::Spends;
        let whom: Vec<CombatantId> = if act.facts.heals().is_some() {
            self.worst_hurt(ids).into_iter().collect()
        } else if is_hostile(&act.facts) {
            let clear = self.whom(ids, at).next().is_some() || at != At::Guessed;
            let foes = self.whom(ids, if clear { at } else { At::Anybody });
            let hurts = act.facts.damage().is_some();
            let useful =
                |foe: &&Combatant| !brings(foe) && !((wins || !hurts) && is_helpless(self.rules, foe));
            // A damaging spell without a save is a dart, not a blast.
            let most = if hurts && act.facts.against().is_none() { 1 } else { most.min(SPREAD) };
            foes.filter(useful).map(|foe| foe.id).take(most).collect()
        } else {
            let boon = act.facts.0.iter().any(|fact| matches!(fact, Fact::Inflicts(_)));
            let serves = boon && !wins && !brings(self.c);
            ids.iter().copied().filter(|id| serves && *id == self.c.id).collect()
        };
        Act { at: whom, ..act }
    }

    /// The ally among these that has lost the most.
    fn worst_hurt(&self, ids: &[CombatantId]) -> Option<CombatantId> {
        let friends = ids.iter().filter_map(|id| self.e.get(*id)).filter(|c| c.side == self.c.side);
        let lost = |c: &&Combatant| c.vitals.max() - c.vitals.hp() + c.vitals.wounds();
        friends.filter(|c| lost(c) > 0).max_by_key(lost).map(|c| c.id)
    }

    /// A charge, if its run-up needs no input.
    pub(super) fn charge(&self) -> Option<Choice> {
        let offer = self.open(Deed::Charge)?;
        let foes = self.whom(&offer.at.ids, At::Near).take(TRIES);
        let mut acts =
            foes.filter_map(|foe| self.complete(offer, offer.with.first().copied(), Some(foe.id)));
        acts.find(|act| self.is_accepted(act)).map(Choice::Do)
    }

    /// Moves toward the nearest foe whose distance is known, spreading allies over the foes. Unknown distances are not
    /// guessed.
    pub(super) fn closing(&self, reach: Reach) -> Option<Choice> {
        let goals = self.goals.get_or_init(|| self.goals()).as_ref()?;
        goals.foes.iter().find_map(|goal| {
            let mut act = Act { at: vec![goal.id], ..Act::new(self.c.id, Deed::Move) };
            if !goals.claims {
                return self.nearer(self.open(Deed::Move)?, act, goal.feet, reach);
            }
            if !goal.far {
                act.facts.set(Fact::Contact);
            } else if reach == Reach::There {
                return None;
            }
            self.if_accepted(act)
        })
    }

    /// The foes it could close with, or `None` if it should stay where it is.
    fn goals(&self) -> Option<Goals> {
        let offer = self.open(Deed::Move)?;
        if offer.facts.iter().any(|field| field.stands && field.fact == Fact::Away) {
            return None;
        }
        let most = offer.facts.iter().find_map(|field| match field.fact {
            Fact::Feet(_) => field.range.map(|(_, most)| most),
            _ => None,
        });
        let claims = offer.facts.iter().any(|field| field.fact == Fact::Contact);
        let melee = self.rules.about().melee();
        let saved = if claims { Tenths::default() } else { melee };
        let gets_there =
            |feet: Tenths| most.is_none_or(|most| feet.0 - saved.0 <= Tenths::whole(most).0);
        let shot = self.last.is_some_and(|last| last.deed == Deed::Shoot);
        let mut foes = Vec::new();
        let mut sure = 0;
        for foe in self.foes_of(&offer.at.ids).filter(self.worth()) {
            if !self.is_engaged() && self.in_melee(self.c, foe) {
                // If only helpless foes are left, the one at hand is as good as another.
                return None;
            }
            let Some(feet) = self.e.between(self.c, foe).filter(|feet| claims || *feet > melee) else {
                continue;
            };
            let there = gets_there(feet);
            let friends = if there { self.allies_attacking(foe) + self.companions_at(foe) } else { 0 };
            let runs = runs(self.rules, foe);
            // Fleeing foes it cannot catch at once are left to a chase, which is the referee's call. After shooting it
            // does not run after the fleeing: it shoots at them.
            if runs && (!there || shot) {
                continue;
            }
            let preferred = if claims { (0, 0) } else { self.preference(foe) };
            let (far, flees) = (!there, runs);
            foes.push(Goal { far, flees, screened: false, friends, feet, preferred, id: foe.id });
            // Where contact is claimed, foes are listed nearest first: after this many sure ones none is better.
            sure += usize::from(claims && !runs && friends == 0);
            if sure == TRIES {
                break;
            }
        }
        let at_hand = |goal: &Goal| goal.feet <= melee;
        if !foes.iter().any(|goal| !goal.far && !at_hand(goal)) && foes.iter().any(at_hand) {
            // A foe within reach is a goal only if others could be, so that several spread out; and nobody walks away
            // from it.
            return None;
        }
        self.screen(&mut foes);
        if foes.len() > TRIES {
            // Sort only the ones that are tried: there may be thousands.
            foes.select_nth_unstable(TRIES);
            foes.truncate(TRIES);
        }
        foes.sort_unstable();
        Some(Goals { claims, foes })
    }

    /// Marks the goals of the back line that are behind another foe with room beside it.
    fn screen(&self, foes: &mut [Goal]) {
        let mut front: Vec<&Goal> =
            foes.iter().filter(|goal| !goal.flees && goal.friends < ROOM).collect();
        front.sort_unstable_by_key(|goal| goal.feet);
        let front = front.into_iter().filter_map(|goal| Some((goal.feet, self.e.get(goal.id)?)));
        let front: Vec<(Tenths, &Combatant)> =
            front.filter(|(_, foe)| !self.is_no_threat(foe)).take(TRIES).collect();
        for goal in foes {
            let Some(foe) = self.e.get(goal.id) else { continue };
            let before = |(near, other): &(Tenths, &Combatant)| {
                let on = goal.feet.0.saturating_sub(near.0);
                on > 0 && self.e.between(other, foe) == Some(Tenths(on))
            };
            goal.screened = front.iter().any(before) && self.e.rank(foe) == Rank::Back;
        }
    }

    /// Approaches a foe at unknown distance. The referee says whether it gets there.
    pub(super) fn approach(&self) -> Option<Choice> {
        let offer = self.open(Deed::Move)?;
        let phase = self.e.window()?.phase;
        if phase == Phase::Movement && self.c.engaged_with().next().is_none() {
            // Attacks come in a later phase: a foe it strikes then has been reached, unless others are known to be in
            // melee.
            return None;
        }
        let unknown =
            |foe: &&&Combatant| self.e.between(self.c, foe).is_none() && !runs(self.rules, foe);
        let foes: Vec<&Combatant> = self.whom(&offer.at.ids, At::Anybody).collect();
        if foes.iter().any(|foe| self.in_melee(self.c, foe)) {
            return None;
        }
        let mut act = Act { at: vec![foes.iter().find(unknown)?.id], ..Act::new(self.c.id, Deed::Move) };
        act.facts.set(Fact::Contact);
        self.is_accepted(&act).then_some(Choice::Ask(act))
    }

    /// Where distance alone decides: moves as far as it can, or to where it can strike.
    fn nearer(&self, offer: &Offer, act: Act, far: Tenths, reach: Reach) -> Option<Choice> {
        let squares = offer.facts.iter().find_map(|field| match field.fact {
            Fact::Feet(most) => Some(most),
            _ => None,
        });
        // Its squares are as wide as it is, so try how many bring it there, the farthest first.
        let shorter = (1..squares.unwrap_or(far.up())).rev();
        let shorter =
            shorter.map(|squares| Act { facts: Facts(vec![Fact::Feet(squares)]), ..act.clone() });
        // Next to a target it cannot reach, it enters the target's square.
        let beside = if far > Tenths::whole(1) { Tenths::whole(1) } else { Tenths::default() };
        let there = |act: &Act| {
            let command = Command::Act(act.clone());
            let after = rules::play(self.rules, self.e.clone(), &command, &mut Tape::new(&[])).ok()?;
            after.distance(act.who, act.target()?)
        };
        let near = self.rules.about().melee();
        let enough = |left: Tenths| match reach {
            Reach::There => left <= near,
            Reach::Toward => left < far,
        };
        let act = std::iter::once(act.clone())
            .chain(shorter)
            .find(|act| there(act).is_some_and(|left| left >= beside.min(far) && enough(left)));
        act.and_then(|act| self.if_accepted(act))
    }
}

/// Whether the facts mark it as meant for foes: it deals damage, inflicts a bad condition, or allows a save.
fn is_hostile(facts: &Facts) -> bool {
    facts.0.iter().any(|fact| match fact {
        Fact::Damage(_) | Fact::Against(_) => true,
        Fact::Inflicts(what) => *what != Condition::NAMED,
        _ => false,
    })
}

/// Whether what was said of a target holds for the rest of the round.
fn lasts(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Cover(_)
            | Fact::Shelter(_)
            | Fact::Screen(_)
            | Fact::Light(_)
            | Fact::Flanked
            | Fact::Hidden(_)
            | Fact::HardCover
    )
}
