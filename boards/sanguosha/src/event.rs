//! What skills may listen to, and the data that goes with it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{CardId, Name, Nature, Place, PlayerId, words};
use crate::card::Card;

words! {
    /// The events of the handbook's generation, in the order of the numbers that scripts see.
    Event {
        /// Each player, when the game begins.
        GameStart = "GameStart",
        /// Whose turn begins; a true result skips the turn.
        TurnStart = "TurnStart",
        /// Entering a phase; a true result replaces what the phase usually does.
        PhaseChange = "PhaseChange",
        /// How many cards the draw phase gives.
        DrawNCards = "DrawNCards",
        /// Before hp is recovered; a true result prevents it.
        HpRecover = "HpRecover",
        /// Before hp is lost without damage; a true result prevents it.
        HpLost = "HpLost",
        /// Hp was set by a script.
        HpChanged = "HpChanged",
        /// A judgement begins.
        StartJudge = "StartJudge",
        /// Everybody in turn may replace the judgement's card.
        AskForRetrial = "AskForRetrial",
        /// The judgement's card counts.
        FinishJudge = "FinishJudge",
        /// A point fight's cards are shown.
        Pindian = "Pindian",
        /// Somebody was flipped.
        TurnedOver = "TurnedOver",
        /// The source is about to do damage.
        Predamage = "Predamage",
        /// The target is about to take damage.
        Predamaged = "Predamaged",
        /// The hp drops.
        DamageDone = "DamageDone",
        /// The source has done damage.
        Damage = "Damage",
        /// The target has taken damage.
        Damaged = "Damaged",
        /// All is done; chained players follow.
        DamageComplete = "DamageComplete",
        /// At no hp.
        Dying = "Dying",
        /// Each possible rescuer.
        AskForPeaches = "AskForPeaches",
        /// All have answered.
        AskForPeachesDone = "AskForPeachesDone",
        /// Somebody is dead.
        Death = "Death",
        /// Who wins, before the dead is buried.
        GameOverJudge = "GameOverJudge",
        /// A slash reaches its target: the user is asked.
        SlashEffect = "SlashEffect",
        /// The same: the target is asked.
        SlashEffected = "SlashEffected",
        /// The target may answer a slash.
        SlashProceed = "SlashProceed",
        /// It was not answered.
        SlashHit = "SlashHit",
        /// It was.
        SlashMissed = "SlashMissed",
        /// Somebody is asked for a card.
        CardAsked = "CardAsked",
        /// A card is used.
        CardUsed = "CardUsed",
        /// A card was answered with.
        CardResponsed = "CardResponsed",
        /// Cards were discarded.
        CardDiscarded = "CardDiscarded",
        /// A card has left its owner.
        CardLost = "CardLost",
        /// All cards of a move have left.
        CardLostDone = "CardLostDone",
        /// A card has come.
        CardGot = "CardGot",
        /// All cards of a move have come.
        CardGotDone = "CardGotDone",
        /// Cards were drawn from the pile.
        CardDrawnDone = "CardDrawnDone",
        /// A card works on a target: the user is asked.
        CardEffect = "CardEffect",
        /// The same: the target is asked.
        CardEffected = "CardEffected",
        /// A card has worked on all targets.
        CardFinished = "CardFinished",
        /// Somebody has answered something.
        ChoiceMade = "ChoiceMade",
        /// Leaving a phase. This and what follows is of later generations.
        PhaseEnd = "PhaseEnd",
        /// Before somebody dies; a true result prevents it.
        PreDeath = "PreDeath",
        /// Before most hp are lost; a true result prevents it.
        MaxHpLost = "MaxHpLost",
        /// Most hp have changed.
        MaxHpChanged = "MaxHpChanged",
    }
}

/// Damage that somebody does to somebody.
#[derive(Debug, Clone)]
pub struct Damage {
    /// Who does it; nobody for lightning and the like.
    pub from: Option<PlayerId>,
    /// Who takes it.
    pub to: PlayerId,
    /// What does it.
    pub card: Option<Card>,
    /// How much.
    pub amount: i32,
    /// Of what nature.
    pub nature: Nature,
    /// A copy along an iron chain.
    pub chain: bool,
}

/// A card that works on one target.
#[derive(Debug, Clone)]
pub struct CardEffect {
    /// The card.
    pub card: Card,
    /// Who used it.
    pub from: Option<PlayerId>,
    /// On whom it works.
    pub to: PlayerId,
    /// Whether the card has more than one target.
    pub multiple: bool,
}

/// A slash on one target.
#[derive(Debug, Clone)]
pub struct SlashEffect {
    /// The slash.
    pub slash: Card,
    /// What answered it.
    pub jink: Option<Card>,
    /// Who used it.
    pub from: PlayerId,
    /// On whom.
    pub to: PlayerId,
    /// Whether analeptic makes it stronger.
    pub drank: bool,
    /// The nature of its damage.
    pub nature: Nature,
}

/// A card that somebody uses on somebody.
#[derive(Debug, Clone)]
pub struct CardUse {
    /// The card.
    pub card: Card,
    /// Who uses it.
    pub from: PlayerId,
    /// On whom, in the order in which they were chosen.
    pub to: Vec<PlayerId>,
}

/// A card that moves.
#[derive(Debug, Clone)]
pub struct Move {
    /// Which.
    pub card: CardId,
    /// Where it was.
    pub from_place: Place,
    /// Where it is.
    pub to_place: Place,
    /// Whose it was.
    pub from: Option<PlayerId>,
    /// Whose it is.
    pub to: Option<PlayerId>,
}

/// Somebody at no hp.
#[derive(Debug, Clone)]
pub struct Dying {
    /// Who.
    pub who: PlayerId,
    /// By what.
    pub damage: Option<Live>,
}

/// Hp that comes back.
#[derive(Debug, Clone)]
pub struct Recover {
    /// How much.
    pub amount: i32,
    /// Who heals.
    pub who: Option<PlayerId>,
    /// By what.
    pub card: Option<Card>,
}

/// What a judgement looks for.
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
    /// Whose.
    pub who: PlayerId,
    /// What was turned up.
    pub card: Option<Card>,
    /// What is looked for.
    pub pattern: JudgePattern,
    /// Whether a match is good for who is judged.
    pub good: bool,
    /// Why.
    pub reason: Name,
}

/// A point fight.
#[derive(Debug, Clone)]
pub struct Pindian {
    /// Who began it.
    pub from: PlayerId,
    /// With whom.
    pub to: PlayerId,
    /// The first one's card.
    pub from_card: Option<Card>,
    /// The other's card.
    pub to_card: Option<Card>,
    /// Why.
    pub reason: Name,
}

/// What an event is about. Handlers may change it.
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
    /// Whether it means yes where yes or no is wanted: a number that is not 0, a text that is not
    /// empty, `0` or `false`, anything else that is there.
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

/// Something that happened, as those who watch players remember it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// What.
    pub event: Event,
    /// With whom.
    pub player: PlayerId,
    /// What it is about, as it was then.
    pub data: Data,
}

/// The data of an event that is going on: the frame that raised it, its handlers and scripts all
/// look at the same.
pub type Live = Rc<RefCell<Data>>;

/// Puts data where everybody concerned sees it.
pub fn live(data: Data) -> Live {
    Rc::new(RefCell::new(data))
}
