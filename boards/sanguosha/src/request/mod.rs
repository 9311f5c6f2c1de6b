//! Questions, answers, and reasons to refuse an answer.

mod carried;
mod check;

use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::event::Live;
use crate::reach::TargetProblem;

pub(crate) use check::{CARRIED, declined};
pub use check::{check, read_answer};

/// A question to a player.
#[derive(Debug, Clone)]
pub enum Ask {
    /// Use a card or a skill in the play phase, or end it.
    Activate,
    /// Whether to invoke a skill.
    Invoke {
        /// The skill.
        skill: Name,
        /// What it is about; for computer players.
        data: Live,
    },
    /// Choose one of several texts.
    Choice {
        /// The skill that asks.
        skill: Name,
        /// The texts.
        options: Vec<Name>,
    },
    /// Name a suit.
    Suit {
        /// The cause: a skill or card.
        reason: Name,
    },
    /// Choose cards of one's own.
    Discard {
        /// The cause; `gamerule` at the end of a turn.
        reason: Name,
        /// Number of cards.
        count: usize,
        /// Whether it may be declined.
        optional: bool,
        /// Whether worn cards may be chosen.
        include_equip: bool,
        /// Whether the cards are discarded.
        throws: bool,
    },
    /// Choose a card of some player.
    CardChosen {
        /// The player.
        whose: PlayerId,
        /// The areas: `h`, `e`, `j`.
        areas: Name,
        /// The cause: a skill or card.
        reason: Name,
    },
    /// Respond with a card.
    Card {
        /// The pattern of acceptable cards.
        pattern: Name,
        /// The prompt to display.
        prompt: Name,
        /// What it is about; for computer players.
        data: Live,
    },
    /// Use a card.
    UseCard {
        /// The pattern of acceptable cards.
        pattern: Name,
        /// The prompt to display.
        prompt: Name,
    },
    /// Whether to nullify a trick.
    Nullify {
        /// The trick.
        trick: Card,
        /// Its user.
        from: Option<PlayerId>,
        /// Its target.
        to: PlayerId,
        /// True to nullify the trick, false to nullify a nullification of it.
        positive: bool,
    },
    /// Whether to rescue a dying player.
    Peach {
        /// The player.
        dying: PlayerId,
        /// Number of peaches needed.
        need: i32,
    },
    /// Choose a card from the open panel.
    Grace {
        /// Its cards.
        ids: Vec<CardId>,
        /// Whether it may be declined.
        refusable: bool,
        /// The cause: a skill or card.
        reason: Name,
    },
    /// Show a hand card.
    Show {
        /// The player who asked for it.
        requestor: PlayerId,
        /// The cause: a skill or card.
        reason: Name,
    },
    /// Give one of these cards to a player, or none.
    Yiji {
        /// The cards.
        ids: Vec<CardId>,
    },
    /// Put down a card for a point fight.
    Pindian {
        /// The player who started it.
        from: PlayerId,
        /// The opponent.
        to: PlayerId,
        /// The cause: a skill.
        reason: Name,
    },
    /// Choose a player.
    Player {
        /// The candidates.
        targets: Vec<PlayerId>,
        /// The cause: a skill.
        reason: Name,
        /// Whether it may be declined.
        optional: bool,
    },
    /// Arrange cards on top of the draw pile and at its bottom.
    Guanxing {
        /// The cards, the top one first.
        ids: Vec<CardId>,
        /// Whether they must all stay on top.
        up_only: bool,
    },
    /// Look at a hand and choose a heart, or nothing.
    Gongxin {
        /// The player whose hand it is.
        target: PlayerId,
    },
    /// Choose a general.
    General {
        /// The candidates.
        options: Vec<Name>,
    },
}

impl Ask {
    /// The kind of question, as one word.
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

    /// Its subject: a skill, a pattern or a cause.
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

    /// The prefix under which the answer is published; empty if it is not.
    pub(crate) fn record(&self) -> String {
        match self {
            Ask::Invoke { skill, .. } => format!("skillInvoke:{skill}"),
            Ask::Choice { skill, .. } => format!("skillChoice:{skill}"),
            _ => String::new(),
        }
    }

    /// Whether declining is a legal answer. If not, the first legal answer is taken for a player
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

/// An answer of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Declines, or ends the play phase.
    Decline,
    /// Agrees.
    Accept,
    /// A text: a choice, a suit or a general.
    Text(String),
    /// Cards of the deck.
    Ids(Vec<CardId>),
    /// A card, with targets if it is used. A virtual card must be one that a view-as skill makes of
    /// the cards it consists of.
    Card(Card, Vec<PlayerId>),
    /// An answer of a package's AI that a person could not give. It is accepted from computer seats
    /// as far as the rules can carry it out.
    Carried(Box<Answer>),
    /// A view-as skill with the cards chosen for it, and targets if the result is used.
    Skill {
        /// The skill.
        skill: Name,
        /// The cards chosen for it.
        ids: Vec<CardId>,
        /// The targets.
        targets: Vec<PlayerId>,
    },
    /// A player.
    Player(PlayerId),
    /// Cards on top of the draw pile, the first on top, and at its bottom.
    Arranged(Vec<CardId>, Vec<CardId>),
    /// A card given to a player.
    Gift(CardId, PlayerId),
}

/// Why an answer is refused. The game is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no question.
    #[error("nobody is asked anything now")]
    NotAsked,
    /// Another player is asked.
    #[error("it is not you who is asked")]
    NotYou,
    /// The question wants another kind of answer.
    #[error("this is no answer to the question: {0}")]
    WrongAnswer(&'static str),
    /// The question cannot be declined.
    #[error("this question cannot be declined")]
    MustAnswer,
    /// The card is not the player's, or not in the right area.
    #[error("card {0} is not yours to choose")]
    NotHeld(u16),
    /// The card occurs twice.
    #[error("card {0} is chosen twice")]
    Twice(u16),
    /// This number of cards is required.
    #[error("{0} cards have to be chosen")]
    Count(usize),
    /// The card does not match the pattern.
    #[error("this card does not answer the question")]
    Pattern,
    /// The card is currently forbidden.
    #[error("cards of this type are forbidden for now")]
    Jilei,
    /// The card cannot be used now.
    #[error("this card cannot be used now")]
    Unavailable,
    /// The targets are illegal.
    #[error("{}", target_words(.0))]
    Target(TargetProblem),
    /// The skill does not exist or cannot be used now.
    #[error("the skill {0} cannot be used now")]
    Skill(Name),
    /// The skill does not accept these cards.
    #[error("the skill {0} does not take these cards")]
    SkillCards(Name),
    /// The text is not one of the choices.
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
