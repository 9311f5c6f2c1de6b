//! The events that skills can listen to, and their data.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{CardId, Name, Nature, Place, PlayerId, words};
use crate::card::Card;

words! {
    /// Events in the order of the numbers that scripts see. Up to `ChoiceMade`, they are those of
    /// the extension handbook.
    Event {
        /// The game begins; raised for each player.
        GameStart = "GameStart",
        /// A turn begins; a true result skips it.
        TurnStart = "TurnStart",
        /// A phase begins; a true result replaces the usual action of the phase.
        PhaseChange = "PhaseChange",
        /// The number of cards that the draw phase gives.
        DrawNCards = "DrawNCards",
        /// Before hp are recovered; a true result prevents it.
        HpRecover = "HpRecover",
        /// Before hp are lost without damage; a true result prevents it.
        HpLost = "HpLost",
        /// Hp were set by a script.
        HpChanged = "HpChanged",
        /// A judgement begins.
        StartJudge = "StartJudge",
        /// Players may replace the judgement's card; raised for each.
        AskForRetrial = "AskForRetrial",
        /// The judgement's card is final.
        FinishJudge = "FinishJudge",
        /// The cards of a point fight have been revealed.
        Pindian = "Pindian",
        /// A general was turned over.
        TurnedOver = "TurnedOver",
        /// The source is about to inflict damage.
        Predamage = "Predamage",
        /// The target is about to take damage.
        Predamaged = "Predamaged",
        /// Hp drop.
        DamageDone = "DamageDone",
        /// The source has inflicted damage.
        Damage = "Damage",
        /// The target has taken damage.
        Damaged = "Damaged",
        /// The damage is complete; chained players follow.
        DamageComplete = "DamageComplete",
        /// A player is dying.
        Dying = "Dying",
        /// A possible rescuer may use peaches; raised for each.
        AskForPeaches = "AskForPeaches",
        /// All rescuers have answered.
        AskForPeachesDone = "AskForPeachesDone",
        /// A player has died.
        Death = "Death",
        /// The winner is determined, before the dead player's cards are removed.
        GameOverJudge = "GameOverJudge",
        /// A slash reaches its target; raised for the user.
        SlashEffect = "SlashEffect",
        /// A slash reaches its target; raised for the target.
        SlashEffected = "SlashEffected",
        /// The target may respond to a slash.
        SlashProceed = "SlashProceed",
        /// The target did not respond.
        SlashHit = "SlashHit",
        /// The target responded.
        SlashMissed = "SlashMissed",
        /// A player is asked for a card.
        CardAsked = "CardAsked",
        /// A card is used.
        CardUsed = "CardUsed",
        /// A card was responded with.
        CardResponsed = "CardResponsed",
        /// Cards were discarded.
        CardDiscarded = "CardDiscarded",
        /// A card has left its owner.
        CardLost = "CardLost",
        /// All cards of a move have left.
        CardLostDone = "CardLostDone",
        /// A card has arrived.
        CardGot = "CardGot",
        /// All cards of a move have arrived.
        CardGotDone = "CardGotDone",
        /// Cards were drawn from the pile.
        CardDrawnDone = "CardDrawnDone",
        /// A card takes effect on a target; raised for the user.
        CardEffect = "CardEffect",
        /// A card takes effect on a target; raised for the target.
        CardEffected = "CardEffected",
        /// A card has taken effect on all targets.
        CardFinished = "CardFinished",
        /// A player has answered a question.
        ChoiceMade = "ChoiceMade",
        /// A phase ends. This and the following events come from later versions of the API.
        PhaseEnd = "PhaseEnd",
        /// Before a player dies; a true result prevents it.
        PreDeath = "PreDeath",
        /// Before maximum hp are lost; a true result prevents it.
        MaxHpLost = "MaxHpLost",
        /// Maximum hp have changed.
        MaxHpChanged = "MaxHpChanged",
    }
}

/// Damage from one player to another.
#[derive(Debug, Clone)]
pub struct Damage {
    /// The source; none for lightning and the like.
    pub from: Option<PlayerId>,
    /// The target.
    pub to: PlayerId,
    /// The card that causes it.
    pub card: Option<Card>,
    /// Its amount.
    pub amount: i32,
    /// Its nature.
    pub nature: Nature,
    /// Whether it was passed on by iron chains.
    pub chain: bool,
}

/// The effect of a card on one target.
#[derive(Debug, Clone)]
pub struct CardEffect {
    /// The card.
    pub card: Card,
    /// The user.
    pub from: Option<PlayerId>,
    /// The target.
    pub to: PlayerId,
    /// Whether the card has more than one target.
    pub multiple: bool,
}

/// The effect of a slash on one target.
#[derive(Debug, Clone)]
pub struct SlashEffect {
    /// The slash.
    pub slash: Card,
    /// The response.
    pub jink: Option<Card>,
    /// The user.
    pub from: PlayerId,
    /// The target.
    pub to: PlayerId,
    /// Whether an analeptic increases its damage.
    pub drank: bool,
    /// The nature of its damage.
    pub nature: Nature,
}

/// The use of a card.
#[derive(Debug, Clone)]
pub struct CardUse {
    /// The card.
    pub card: Card,
    /// The user.
    pub from: PlayerId,
    /// The targets, in order of choice.
    pub to: Vec<PlayerId>,
}

/// The move of a card.
#[derive(Debug, Clone)]
pub struct Move {
    /// The card.
    pub card: CardId,
    /// Its former place.
    pub from_place: Place,
    /// Its new place.
    pub to_place: Place,
    /// Its former owner.
    pub from: Option<PlayerId>,
    /// Its new owner.
    pub to: Option<PlayerId>,
}

/// A dying player.
#[derive(Debug, Clone)]
pub struct Dying {
    /// The player.
    pub who: PlayerId,
    /// The damage that caused it.
    pub damage: Option<Live>,
}

/// A recovery of hp.
#[derive(Debug, Clone)]
pub struct Recover {
    /// Number of hp.
    pub amount: i32,
    /// The player who heals.
    pub who: Option<PlayerId>,
    /// The card that heals.
    pub card: Option<Card>,
}

/// What a judgement tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JudgePattern {
    /// A regular expression over `ClassName:suit:number`.
    Expression(Name),
    /// A response pattern, as `askForCard` takes it.
    Response(Name),
}

/// A judgement.
#[derive(Debug, Clone)]
pub struct Judge {
    /// The judged player.
    pub who: PlayerId,
    /// The card turned up.
    pub card: Option<Card>,
    /// The pattern tested.
    pub pattern: JudgePattern,
    /// Whether a match is good for the judged player.
    pub good: bool,
    /// The cause: a skill or card.
    pub reason: Name,
}

/// A point fight.
#[derive(Debug, Clone)]
pub struct Pindian {
    /// The player who started it.
    pub from: PlayerId,
    /// The opponent.
    pub to: PlayerId,
    /// The starting player's card.
    pub from_card: Option<Card>,
    /// The opponent's card.
    pub to_card: Option<Card>,
    /// The cause: a skill.
    pub reason: Name,
}

/// The data of an event. Handlers may change it.
#[derive(Debug, Clone, Default)]
pub enum Data {
    /// Nothing.
    #[default]
    None,
    /// A number: cards drawn, hp lost.
    Int(i64),
    /// A text: a pattern, a choice made.
    Text(Name),
    /// Yes or no.
    Bool(bool),
    /// Texts.
    Texts(Vec<Name>),
    /// A player.
    Player(PlayerId),
    /// A card.
    Card(Card),
    /// [`Damage`]
    Damage(Damage),
    /// [`CardEffect`]
    Effect(CardEffect),
    /// [`SlashEffect`]
    Slash(SlashEffect),
    /// [`CardUse`]
    Use(CardUse),
    /// [`Move`]
    Move(Move),
    /// [`Dying`]
    Dying(Dying),
    /// [`Recover`]
    Recover(Recover),
    /// [`Judge`]
    Judge(Judge),
    /// [`Pindian`]
    Pindian(Pindian),
}

impl Data {
    /// Its truth value where a boolean is wanted: false are absent data, 0, the empty text, `0` and
    /// `false`.
    pub fn is_true(&self) -> bool {
        match self {
            Data::None => false,
            Data::Bool(yes) => *yes,
            Data::Int(number) => *number != 0,
            Data::Text(text) => {
                !text.is_empty() && **text != *"0" && !text.eq_ignore_ascii_case("false")
            }
            _ => true,
        }
    }
}

/// A recorded event, for observers.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The event.
    pub event: Event,
    /// The player it was raised for.
    pub player: PlayerId,
    /// A snapshot of its data.
    pub data: Data,
}

/// Data of an event in progress, shared by the frame that raised it, its handlers and scripts.
pub type Live = Rc<RefCell<Data>>;

/// Wraps data for sharing.
pub fn live(data: Data) -> Live {
    Rc::new(RefCell::new(data))
}
