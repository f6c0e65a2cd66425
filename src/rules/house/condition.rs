//! The conditions of this ruleset.

use crate::rules::model::combatant::Standing::{Dead, Surrendered};
use crate::rules::model::condition::Figure::{Inner, Line, Number, Only, Round, Spell};
use crate::rules::model::condition::Haste::{Free, Now, Worth};
use crate::rules::model::condition::{Condition, ConditionRow, Meaning, conditions};
use crate::rules::model::deed::Deed::{
    Cast, Charge, Drink, Extinguish, FreeWeapon, Parry, Pass, Prepare, Reload, Retreat, Shoot, Stand,
    TakeShield, Tend, TurnUndead,
};

conditions! {
    CASTING "casting" [UNTOLD] value(Spell) pledge(&[Cast])
        "Has declared a spell. It may still change its mind, and then keeps the spell. Until it casts, or the round \
        ends.";
    SPELL_DISRUPTED "spell spoiled" [CANNOT_CAST]
        "Was hit or failed a save before it cast: the spell is lost and spent. Ends with the round.";
    HAS_CAST = HasCast "has cast" [UNTOLD, UNSHOWN] rule("house.spell.cast")
        "Has cast a spell and does nothing else this round.";
    RETREATING "retreating" [CANNOT_ATTACK, CANNOT_CAST, LEAVES, UNTOLD] pledge(&[Retreat])
        "Leaves melee at up to running speed and does not attack; attacks on it have +2 and ignore its shield. Ends \
        with the round.";
    WITHDRAWING "withdrawing" [GIVES_GROUND, UNTOLD]
        "Backs off at up to half its encounter speed and provokes no attacks by it. It may still attack. Ends with the \
        round.";
    BACKED_OFF "backed off" [GIVES_GROUND, UNTOLD] value(Inner) toward("from")
        "Has backed off from that opponent, and may strike it first if it follows. Ends with the round.";
    RUNNING "running" [CANNOT_ATTACK, CANNOT_CAST]
        "Goes twice its encounter speed and neither attacks nor casts. Ends with the round.";
    FLEEING "fleeing" [CANNOT_DECLARE, CANNOT_ATTACK, CANNOT_CAST, BROKEN, LEAVES, OFFERED]
        "Morale broke: runs, does not attack, and attacks on it have +2 and ignore its shield. Until it is out of \
        sight or rallied.";
    SURRENDERED "surrendered" [CANNOT_ACT, SPARED, IDLE, OFFERED] standing(Surrendered) over("takes up the fight again")
        "Has given up: does nothing and threatens nobody. Until you lift it.";
    STEADFAST "steadfast" [OFFERED] "Has passed two morale checks and makes no more.";
    SURPRISED "surprised" [CANNOT_ACT, OFFERED]
        "Does nothing in round 1, not even out of turn; armour class does not change. Ends with that round.";
    LATE "just come" [CANNOT_ACT] "Joined the fight during this round, and acts from the next on.";
    LIMITED_STOP = LimitedStop "crawls or drinks only" [UNTOLD] mend(Drink, Now)
        "Was out of action in this round: it crawls or drinks at its stop, no more, and has none at all if it was \
        worse than incapacitated. Ends with the round.";
    HOLDING "holding back" [WAITS] value(Inner) called(&[(1, "holding a spell")]) toward("for")
        "Keeps its attacks or a spell for something it named. Until that happens, or the round ends.";
    STAYS_PUT = StaysPut "stays put" [UNTOLD, UNSHOWN] pledge(&[Pass]) rule("house.movement.split")
        "Has given up the rest of its movement. Ends with the round.";
    ENTERED = Entered "came close" [UNTOLD, UNSHOWN] value(Inner) toward("to") rule("house.melee.opportunity-attack")
        "Came within reach of that opponent this round.";
    RISING = Rising "getting up" [UNTOLD, UNSHOWN] value(Inner) mend(Stand, Free) rule("house.fumble.off-balance")
        "Gets up under the blows of those beside it: a knock-down keeps it on the ground.";
    STRUCK_AT = StruckAt "struck at" [UNTOLD, UNSHOWN] value(Inner) toward("by") rule("house.melee.opportunity-attack")
        "Was struck at by that opponent as it left, this round.";
    CHARGING "charging" [UNTOLD] pledge(&[Charge]) "+2 to hit; all attacks on it +1. It goes no farther. Ends with the round.";
    PARRYING "parrying" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST, UNTOLD] pledge(&[Parry])
        "All attacks on it are at -2; it neither attacks nor moves. Ends with the round.";
    AIMED = Aimed "aimed" [UNTOLD] value(Round) pledge(&[Shoot]) rule("house.missile.aim")
        "+2 on its first shot of the next round. Until that is made, or that round ends.";
    TWO_WEAPONS = TwoWeapons "two weapons" [UNTOLD] value(Line) rule("house.attack.two-weapons")
        "Fights with a weapon in each hand: one more attack, all at a penalty. Ends with the round.";
    WIELDING = Wielding "in hand" [UNTOLD, UNSHOWN] value(Line) rule("house.attack.change-weapon")
        "The weapon it took in hand last. Until it takes another.";
    EMPTY_WEAPON = EmptyWeapon "crossbow empty" [OFFERED]
        value(Line) over("crossbow loaded") ends("until it is loaded") mend(Reload, Worth)
        rule("house.missile.reload-r1")
        "That crossbow is empty. Until it is loaded.";
    RELOADING "loading" [CANNOT_MOVE, UNTOLD] value(Line) pledge(&[Reload])
        "Loads a crossbow and does not move; a heavy one takes the attacks of the round too. Ends with the round.";
    PREPARING_OIL = PreparingOil "preparing oil" [CANNOT_ATTACK, CANNOT_CAST, UNTOLD]
        value(Line) pledge(&[Prepare]) rule("house.missile.oil")
        "Prepares a flask, and does nothing else but move. Ends with the round.";
    OIL_READY = OilReady "oil ready" [OFFERED]
        value(Line) over("oil no longer ready") ends("until it is thrown or dropped") pledge(&[Shoot])
        rule("house.missile.oil")
        "Has a flask prepared, to be lit and thrown. Until it is thrown or dropped.";
    TRAPPED_WEAPON = TrappedWeapon "weapon held fast" []
        value(Line) toward("by") ends("until it is freed") mend(FreeWeapon, Worth) rule("house.fumble.trapped-weapon")
        "That weapon is of no use, and the opponent holding it has +2 against its bearer. Until a Strength check frees \
        it, it lets go, or the two part.";
    SHIELD_DOWN "shield lost" [OFFERED, UNSHIELDED]
        over("shield in hand again") ends("until it is taken up again") mend(TakeShield, Worth)
        "Its shield is on the ground and does not protect it. Until it is taken up again.";
    ARMOUR_LOOSE = ArmourLoose "armour loose" [OFFERED]
        value(Number(1, 20)) over("armour fastened") ends("until it is put on again") rule("house.critical.strap")
        "Some of its armour has come loose: its armour class is worse by the figure. Until you lift it.";
    UNHORSED "unhorsed" [OFFERED] "Out of the saddle: on foot until it mounts again.";
    FOULED_GROUND = FouledGround "difficult ground behind" [] rule("house.fumble.incontinence")
        "Where it stood as it fumbled the ground is difficult: that square costs double. Until you lift it.";
    TRIED_PORTAL = TriedPortal "has tried a door" [UNTOLD] rule("house.class.mage-open-close")
        "Has tried to open or shut a door or lid: the same one cannot be tried again.";
    COULD_NOT_READ = CouldNotRead "could not read it" [UNTOLD] rule("house.class.mage-detect-read")
        "Failed to read a magic text at the level of the figure: that text waits for its next level.";
    LEFT_REACH = LeftReach "left their reach" [UNTOLD, UNSHOWN] rule("house.option.retreat-attack")
        "Ran out of the reach of an opponent that may strike at it at its own stop this round. Ends with the round.";
    CLEAVED = Cleaved "struck down" [UNTOLD, UNSHOWN] rule("house.class.cleave")
        "Struck down at the same instant as others: its attacker goes on striking if it dies.";
    MOUNTED "mounted" [OFFERED]
        "+2 in melee on those on foot, not with small weapons. Until it dismounts or the mount falls.";
    OVEREXTENDED "overextended" [OFFERED] "Every opponent has +2 on it. Ends with the round.";
    OFF_BALANCE "off balance" [UNTOLD] ends("until it stands") mend(Stand, Free)
        "Fell after a critical miss: getting up draws an attack from each opponent within 5 feet. Until it stands.";
    TWISTED_ANKLE = TwistedAnkle "bad footing" [OFFERED]
        over("sure of foot again") ends("until the next day, or healed by magic") rule("house.fumble.footwork")
        "Half speed after a critical miss. Until the next day or magical healing.";
    MOMENTUM = Momentum "momentum" [HUNTS] value(Round) toward("against") rule("house.critical.momentum")
        "+2 on that target all round, if it acts before it.";
    PRONE "prone" [OFFERED] ends("until it stands up") mend(Stand, Free)
        "On the ground: its attacks have -2, attacks on it +2, and it cannot move until it stands up for half its \
        encounter speed.";
    INCAPACITATED "incapacitated" [CANNOT_ATTACK, CANNOT_CAST, OUT, SPARED, IDLE, OFFERED]
        value(Inner) ends("until it is healed") mend(Drink, Now)
        "On the ground, no attack and no spell, saves at -4, attacks on it have +4. It can crawl 5 feet and drink a \
        potion. How it ends depends on its cause.";
    DYING "dying" [SPARED, IDLE, TIMED] mend(Drink, Now) aid(Tend, Now)
        "At 0 hit points with its time running out. Until it is stabilized or healed; any harm kills it.";
    AT_ZERO = AtZero "at 0" [SPARED, IDLE, UNTOLD, UNSHOWN]
        mend(Drink, Now) aid(Tend, Now) rule("house.death.exactly-zero")
        "At 0 hit points: saves as pending results count.";
    UNCONSCIOUS "unconscious" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Unaware of everything, and has dropped what it held: melee attacks hit without a roll for maximum damage, \
        missiles have +2. It lies prone. Until its time is up or you lift it.";
    HELPLESS "helpless" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Can do nothing: melee attacks hit without a roll for maximum damage. Until you lift it.";
    BOUND "bound" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Tied up and helpless: melee attacks hit without a roll for maximum damage. Until you lift it.";
    PARALYSED "paralysed" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Helpless: melee attacks hit without a roll for maximum damage. Until its time is up.";
    PETRIFIED "petrified" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED] "Stone, and helpless. Until you lift it.";
    ASLEEP "asleep" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Helpless: melee attacks hit without a roll for maximum damage. Until its time is up or it is woken.";
    BLIND "blinded" [CANNOT_ATTACK, SHUNS, OFFERED]
        "No attacks, no spell that needs sight, half speed and no running, saves fail unless you say otherwise; \
        attacks on it have +4. Until its time is up or you lift it.";
    SILENCED "silenced" [CANNOT_CAST, OFFERED] "Cannot speak, and so cannot cast. Until its time is up or you lift it.";
    GAGGED "gagged" [CANNOT_CAST, OFFERED] "Cannot speak, and so cannot cast. Until its time is up or you lift it.";
    BLEEDING = Bleeding "bleeding" [OFFERED]
        value(Only(&[4, 6, 8])) called(&[(4, "bleeding 1d4"), (6, "bleeding 1d6"), (8, "bleeding 1d8")])
        ends("until it is stopped") aid(Tend, Now) mend(Tend, Worth) rule("house.damage.ongoing")
        "Loses 1d4, 1d6 or 1d8 each round. Until a kit or magic stops it; of a torn torso magic alone.";
    BURNING "burning" [] called(&[(4, "burning 1d4"), (6, "burning 1d6"), (8, "burning 1d8")]) mend(Extinguish, Now)
        "Oil, or holy water on the undead: harmed once more as the next round ends.";
    INJURED_HAND = InjuredHand "hand hurt" [OFFERED]
        value(Number(1, 2)) called(&[(1, "right hand hurt"), (2, "left hand hurt")]) over("hand well again")
        ends("until tended, or healed by magic") rule("house.critical.minor-hand")
        "-2 on anything that needs it: 1 the right, 2 the left. Until tended, or healed by magic.";
    INJURED_ARM = InjuredArm "arm hurt" [OFFERED]
        value(Number(1, 2)) called(&[(1, "right arm hurt"), (2, "left arm hurt")]) over("arm well again")
        ends("until tended, or healed by magic") rule("house.critical.minor-arm")
        "-2 on anything that needs it: 1 the right, 2 the left. Until tended, or healed by magic.";
    INJURED_LEG = InjuredLeg "leg hurt" [OFFERED]
        value(Number(1, 2)) called(&[(1, "right leg hurt"), (2, "left leg hurt")]) over("leg well again")
        ends("until tended, or healed by magic") rule("house.critical.minor-leg")
        "Half speed, no jumping, -2 on anything that needs it: 1 the right, 2 the left. Until tended, or healed by \
        magic.";
    INJURED_TORSO = InjuredTorso "torso hurt" [OFFERED]
        over("torso well again") ends("until tended, or healed by magic") rule("house.critical.minor-torso")
        "-2 on attack rolls, saves and checks once it is no longer incapacitated. Until tended, or healed by magic.";
    INJURED_GROIN = InjuredGroin "groin hurt" [OFFERED]
        over("groin well again") ends("until tended, or healed by magic") rule("house.critical.minor-groin")
        "-2 on attack rolls, saves and checks once it is no longer incapacitated. Until tended, or healed by magic.";
    INJURED_HEAD = InjuredHead "head hurt" []
        value(Number(1, 4))
        called(&[(1, "head hurt, then blind 1r"), (2, "head hurt, then blind 2r"), (3, "head hurt, then blind 3r"), (4, "head hurt, then blind 4r")])
        rule("house.critical.minor-head")
        "Blinded as soon as it is no longer incapacitated, for that many rounds.";
    MAIMED_HAND = MaimedHand "hand maimed" [OFFERED]
        value(Number(1, 2)) called(&[(1, "right hand maimed"), (2, "left hand maimed")]) over("hand healed")
        ends("until magic heals it") rule("house.critical.major-hand")
        "No use of it: 1 the right, 2 the left. Until magic heals at least 1 point.";
    MAIMED_ARM = MaimedArm "arm maimed" [OFFERED]
        value(Number(1, 2)) called(&[(1, "right arm maimed"), (2, "left arm maimed")]) over("arm healed")
        ends("until magic heals it") rule("house.critical.major-arm")
        "No use of it, and of no shield on it: 1 the right, 2 the left. Until magic heals at least 1 point.";
    MAIMED_LEG = MaimedLeg "leg maimed" [SPARED, OFFERED]
        value(Number(1, 2)) called(&[(1, "right leg maimed"), (2, "left leg maimed")]) over("leg healed")
        ends("until magic heals it") rule("house.critical.major-leg")
        "Incapacitated: 1 the right, 2 the left. Until magic heals at least 1 point.";
    MAIMED_GROIN = MaimedGroin "groin maimed" [SPARED, OFFERED]
        over("groin healed") ends("until magic heals it") rule("house.critical.major-groin")
        "Incapacitated. Until magic heals at least 1 point.";
    MAIMED_TORSO = MaimedTorso "torso torn" [SPARED, OFFERED]
        over("torso healed") ends("until magic heals it") rule("house.critical.major-torso")
        "Incapacitated, and only magic stops the blood. Until magic heals at least 1 point.";
    PARTIAL_COVER "cover" [OFFERED]
        value(Only(&[-1, -2, -4])) called(&[(-1, "cover 1/4"), (-2, "cover 1/2"), (-4, "cover 3/4")]) over("out of cover")
        "Armour class 1, 2 or 4 better for attacks on it, -1, -2 or -4 for them: a quarter, half or three quarters \
        hidden. Until you lift it.";
    POISONED "poisoned" [OFFERED]
        "The poison works when its time is up: death, or what the attack named. A cure ends it before that.";
    EXHAUSTED "exhausted" [OFFERED]
        "-2 to hit, on damage and armour class after 30 rounds of running. Until three turns of rest.";
    MOCKED = Mocked "mocked" [OFFERED] toward("by") rule("house.class.vicious-mockery")
        "-1 on attack rolls and saves. Until the bard is hit, attacks another target, inspires an ally, or stops.";
    MOCKING = Mocking "mocking" [HUNTS, UNTOLD] toward("") rule("house.class.vicious-mockery")
        "Keeps mocking that target. Until the bard is hit, attacks another target, inspires an ally, or stops.";
    INSPIRED = Inspired "inspired" [OFFERED]
        value(Number(0, 3)) called(&[(1, "inspired (attack)"), (2, "inspired (save)"), (3, "inspired (check)")])
        rule("house.class.inspiring-words")
        "+1 on one roll: 1 an attack, 2 a saving throw, 3 a check, 0 whichever comes first. Until it is used.";
    QUARRY = Quarry "quarry" [HUNTS, UNTOLD] toward("of") rule("house.class.slayer")
        "Of the kind that this slayer hunts: +1 to hit and on damage, on it and on all like it.";
    COMPANION = Companion "companion" [FRIEND, OFFERED, UNTOLD]
        toward("of") over("no longer a companion") rule("house.reaction.animal-bond")
        "Follows that beast master, fights for it and never checks morale. Until it is sent away.";
    HAS_SUGGESTED = HasSuggested "has suggested" [UNTOLD] rule("house.class.mage-suggestion")
        "Has used suggestion, and cannot again this turn.";
    HAS_RALLIED = HasRallied "has rallied" [UNTOLD] rule("house.class.mage-rally")
        "Has rallied others or tried to, and cannot again this turn.";
    COMMANDED = Commanded "under command" [FRIEND, OFFERED] toward("of") rule("house.class.leader")
        "Follows that leader: +1 on morale within 60 feet.";
    TURNED "turned" [CANNOT_DECLARE, CANNOT_ATTACK, CANNOT_CAST, LEAVES, SHUNS, IDLE, OFFERED] toward("by")
        "Driven off: leaves, and neither attacks nor casts nor touches the cleric that turned it. For a turn at most, \
        or until the turning is broken.";
    TURNING = Turning "turning" [UNTOLD] toward("") pledge(&[TurnUndead]) rule("house.class.turn-interrupt")
        "Keeps undead off: must go on with it every round. Until it does something else or is hit.";
    TURNING_OVER = TurningOver "no more turning" [] toward("") rule("house.class.turn-limits")
        "Has failed to turn undead, or was interrupted, and cannot try again in this fight.";
    SUGGESTED = Suggested "under suggestion" [FRIEND, RULED, OFFERED] toward("by") rule("house.class.mage-suggestion")
        "Does what that mage has suggested. Until its rounds are up.";
    DEAD "dead" [CANNOT_ACT, OUT, SPARED, IDLE] standing(Dead) "Killed. Healing does not bring it back.";
    TEMPORARY_HP "temporary hit points" [OFFERED, POOL] value(Number(1, 9999)) over("temporary hit points gone")
        "Damage takes them before hit points; what they take still counts as damage dealt. They do not \
        add up: the higher number counts. They are not healing: they wake nobody and healing does not restore them. \
        Until they are used up or their duration ends.";
    NAMED "note" [OFFERED] value(Number(i32::MIN, i32::MAX))
        "A condition you named. It has no effect of its own. Until its time is up or you lift it.";
}
