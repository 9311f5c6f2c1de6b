//! Questions to players, what may be answered, and why an answer is refused.

mod carried;
mod check;

use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::event::Live;
use crate::reach::TargetProblem;

pub(crate) use check::{CARRIED, declined};
pub use check::{check, read_answer};

/// What a player is asked.
#[derive(Debug, Clone)]
pub enum Ask {
    /// To use a card or a skill in its play phase, or to end it.
    Activate,
    /// Whether to invoke a skill.
    Invoke {
        /// Which.
        skill: Name,
        /// About what; for computers.
        data: Live,
    },
    /// To choose one of several texts.
    Choice {
        /// For which skill.
        skill: Name,
        /// Among these.
        options: Vec<Name>,
    },
    /// To name a suit.
    Suit {
        /// Why.
        reason: Name,
    },
    /// To choose cards of its own.
    Discard {
        /// Why; `gamerule` at the end of a turn.
        reason: Name,
        /// How many.
        count: usize,
        /// None may be chosen instead.
        optional: bool,
        /// Worn cards too.
        include_equip: bool,
        /// They will be discarded.
        throws: bool,
    },
    /// To choose a card of somebody.
    CardChosen {
        /// Whose.
        whose: PlayerId,
        /// In the areas `h`, `e`, `j`.
        areas: Name,
        /// Why.
        reason: Name,
    },
    /// To answer with a card.
    Card {
        /// Which cards answer.
        pattern: Name,
        /// What to show.
        prompt: Name,
        /// About what; for computers.
        data: Live,
    },
    /// To use a card.
    UseCard {
        /// Which.
        pattern: Name,
        /// What to show.
        prompt: Name,
    },
    /// Whether to cancel a trick.
    Nullify {
        /// Which.
        trick: Card,
        /// Whose.
        from: Option<PlayerId>,
        /// On whom it works.
        to: PlayerId,
        /// The trick is to be cancelled; else its cancelling is.
        positive: bool,
    },
    /// Whether to rescue somebody.
    Peach {
        /// Whom.
        dying: PlayerId,
        /// How many peaches it takes.
        need: i32,
    },
    /// To choose a card from an open panel.
    Grace {
        /// Among these.
        ids: Vec<CardId>,
        /// None may be chosen.
        refusable: bool,
        /// Why.
        reason: Name,
    },
    /// To show a hand card.
    Show {
        /// Who wants to see it.
        requestor: PlayerId,
        /// Why.
        reason: Name,
    },
    /// To give one of these cards to somebody, or none.
    Yiji {
        /// Which.
        ids: Vec<CardId>,
    },
    /// To lay a card down for a point fight.
    Pindian {
        /// Who began it.
        from: PlayerId,
        /// With whom.
        to: PlayerId,
        /// Why.
        reason: Name,
    },
    /// To choose a player.
    Player {
        /// Among these.
        targets: Vec<PlayerId>,
        /// Why.
        reason: Name,
        /// Nobody may be chosen.
        optional: bool,
    },
    /// To arrange cards on top of the draw pile and under it.
    Guanxing {
        /// Which, the top one first.
        ids: Vec<CardId>,
        /// Only on top.
        up_only: bool,
    },
    /// To look at a hand and choose a heart, or nothing.
    Gongxin {
        /// Whose.
        target: PlayerId,
    },
    /// To choose a general.
    General {
        /// Among these.
        options: Vec<Name>,
    },
}

impl Ask {
    /// The kind of question, one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Ask::Activate => "activate",
            Ask::Invoke { .. } => "skill_invoke",
            Ask::Choice { .. } => "choice",
            Ask::Suit { .. } => "suit",
            Ask::Discard { throws: true, .. } => "discard",
            Ask::Discard { .. } => "exchange",
            Ask::CardChosen { .. } => "card_chosen",
            Ask::Card { .. } => "card",
            Ask::UseCard { .. } => "use_card",
            Ask::Nullify { .. } => "nullification",
            Ask::Peach { .. } => "peach",
            Ask::Grace { .. } => "ag",
            Ask::Show { .. } => "card_show",
            Ask::Yiji { .. } => "yiji",
            Ask::Pindian { .. } => "pindian",
            Ask::Player { .. } => "player_chosen",
            Ask::Guanxing { .. } => "guanxing",
            Ask::Gongxin { .. } => "gongxin",
            Ask::General { .. } => "general",
        }
    }

    /// What it is asked for: a skill, a pattern, a reason.
    pub fn detail(&self) -> &str {
        match self {
            Ask::Invoke { skill, .. } | Ask::Choice { skill, .. } => skill,
            Ask::Suit { reason }
            | Ask::Discard { reason, .. }
            | Ask::CardChosen { reason, .. }
            | Ask::Grace { reason, .. }
            | Ask::Show { reason, .. }
            | Ask::Pindian { reason, .. }
            | Ask::Player { reason, .. } => reason,
            Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => pattern,
            _ => "",
        }
    }

    /// How recorders are told of the answer; empty if they are not.
    pub(crate) fn record(&self) -> String {
        match self {
            Ask::Invoke { skill, .. } => format!("skillInvoke:{skill}"),
            Ask::Choice { skill, .. } => format!("skillChoice:{skill}"),
            _ => String::new(),
        }
    }

    /// Nothing may be answered with nothing. Where it is not, the first that fits is taken for
    /// who does not answer.
    pub fn may_decline(&self) -> bool {
        match self {
            Ask::Choice { .. }
            | Ask::Suit { .. }
            | Ask::CardChosen { .. }
            | Ask::Show { .. }
            | Ask::Pindian { .. }
            | Ask::General { .. } => false,
            Ask::Discard { optional, .. } | Ask::Player { optional, .. } => *optional,
            Ask::Grace { refusable, .. } => *refusable,
            _ => true,
        }
    }
}

/// What a player answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// No, nothing, or the end of the play phase.
    Decline,
    /// Yes.
    Accept,
    /// A choice, a suit, a general.
    Text(String),
    /// Cards of the deck.
    Ids(Vec<CardId>),
    /// A card, with targets where it is used. One that is not of the deck must be what a view-as
    /// skill makes of the cards that it consists of.
    Card(Card, Vec<PlayerId>),
    /// What a computer of a package answers although a person could not: taken as far as the rules
    /// can carry it out, from seats that computers play.
    Carried(Box<Answer>),
    /// A view-as skill on chosen cards, with targets where the result is used.
    Skill {
        /// Which.
        skill: Name,
        /// The cards chosen for it.
        ids: Vec<CardId>,
        /// The targets.
        targets: Vec<PlayerId>,
    },
    /// A player.
    Player(PlayerId),
    /// Cards on top of the pile, the first on top, and under it.
    Arranged(Vec<CardId>, Vec<CardId>),
    /// A card for a player.
    Gift(CardId, PlayerId),
}

/// Why an answer is refused. The room stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nobody is asked anything.
    #[error("nobody is asked anything now")]
    NotAsked,
    /// Somebody else is asked.
    #[error("it is not you who is asked")]
    NotYou,
    /// The question wants something else.
    #[error("this is no answer to the question: {0}")]
    WrongAnswer(&'static str),
    /// It cannot be declined.
    #[error("this question cannot be declined")]
    MustAnswer,
    /// Not a card of the answerer, or not in the right area.
    #[error("card {0} is not yours to choose")]
    NotHeld(u16),
    /// The same card twice.
    #[error("card {0} is chosen twice")]
    Twice(u16),
    /// Another number of cards is wanted.
    #[error("{0} cards have to be chosen")]
    Count(usize),
    /// The card does not fit the pattern.
    #[error("this card does not answer the question")]
    Pattern,
    /// The kind of card is forbidden for now.
    #[error("cards of this type are forbidden for now")]
    Jilei,
    /// It cannot be used now.
    #[error("this card cannot be used now")]
    Unavailable,
    /// Something is wrong with the targets.
    #[error("{}", target_words(.0))]
    Target(TargetProblem),
    /// No such skill, or not now.
    #[error("the skill {0} cannot be used now")]
    Skill(Name),
    /// The skill does not take these cards.
    #[error("the skill {0} does not take these cards")]
    SkillCards(Name),
    /// None of the choices.
    #[error("{0} is not among the choices")]
    NoChoice(String),
}

fn target_words(problem: &TargetProblem) -> String {
    match problem {
        TargetProblem::Dead(id) => format!("player {} is dead", id.0 + 1),
        TargetProblem::Twice(id) => format!("player {} is chosen twice", id.0 + 1),
        TargetProblem::Fixed => "this card lets nobody be chosen".to_owned(),
        TargetProblem::Illegal(id) => format!("player {} cannot be a target", id.0 + 1),
        TargetProblem::Infeasible => "these targets are too few or do not go together".to_owned(),
    }
}
