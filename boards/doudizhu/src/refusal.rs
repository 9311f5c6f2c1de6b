use std::fmt;

use crate::{Card, Kind, Play, Rank};

/// Why an act is refused. [`Refusal::text`] puts it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is another seat's turn.
    NotYourTurn,
    /// The deal is over.
    Over,
    /// The landlord is not known yet, or doubling is still in progress.
    NotPlaying,
    /// The auction is over.
    AuctionOver,
    /// Doubling is not possible now.
    NotDoubling,
    /// A bid that does not exceed the highest one, or is not from 0 to 3.
    Bid {
        /// The bid.
        said: u8,
        /// The highest bid so far.
        above: u8,
    },
    /// An answer other than yes and no.
    YesOrNo {
        /// The answer.
        said: u8,
    },
    /// A multiplier other than 1, 2 and 4.
    Double {
        /// The multiplier.
        said: u8,
    },
    /// A repeated card.
    Twice(Card),
    /// A card that the seat does not hold.
    NotYours(Card),
    /// More cards of a rank than the hand has.
    NotHeld {
        /// The rank.
        rank: Rank,
        /// Number of its cards in the hand.
        held: u8,
    },
    /// The leading seat must play cards.
    MustLead,
    /// The cards are not a play.
    NoPlay,
    /// The play is of another kind than the one to beat.
    OtherKind {
        /// Its kind.
        kind: Kind,
        /// The play to beat.
        last: Play,
    },
    /// The chain has another length than the one to beat.
    OtherLength {
        /// Its length.
        len: u8,
        /// The play to beat.
        last: Play,
    },
    /// The play is of the right kind but not high enough.
    NotHigher {
        /// The highest rank of its main part.
        top: Rank,
        /// The play to beat.
        last: Play,
    },
    /// Nothing beats a rocket.
    Rocket,
}

impl Refusal {
    /// Why `play` may not follow `last`, given that it may not.
    pub(crate) const fn of(play: &Play, last: &Play) -> Refusal {
        if matches!(last.kind, Kind::Rocket) {
            Refusal::Rocket
        } else if play.kind as u8 != last.kind as u8 {
            Refusal::OtherKind { kind: play.kind, last: *last }
        } else if play.len != last.len {
            Refusal::OtherLength { len: play.len, last: *last }
        } else {
            Refusal::NotHigher { top: play.top, last: *last }
        }
    }

    /// The reason in Chinese and in English.
    pub fn text(&self) -> (String, String) {
        let two = |zh: &str, en: &str| (zh.to_owned(), en.to_owned());
        match *self {
            Refusal::NotYourTurn => two("还没有轮到你。", "It is not your turn."),
            Refusal::Over => two("这一局已经结束。", "The deal is over."),
            Refusal::NotPlaying => two("现在还不能出牌。", "Cards cannot be played yet."),
            Refusal::AuctionOver => two("地主已经定了。", "The landlord is known already."),
            Refusal::NotDoubling => two("现在不能加倍。", "Nobody can double now."),
            Refusal::Bid { above: 0, .. } => {
                two("只能叫 1、2、3 分或者不叫。", "Bid 1, 2 or 3, or pass.")
            }
            Refusal::Bid { above, .. } => (
                format!("要叫得比 {above} 分高，最多 3 分，或者不叫。"),
                format!("Bid more than {above}, at most 3, or pass."),
            ),
            Refusal::YesOrNo { .. } => two("只能回答要或者不要。", "The answer is yes or no."),
            Refusal::Double { .. } => {
                two("只能不加倍、加倍或者超级加倍。", "The choices are ×1, ×2 and ×4.")
            }
            Refusal::Twice(card) => {
                (format!("{card} 选了两次。"), format!("{card} is there twice."))
            }
            Refusal::NotYours(card) => {
                (format!("你手里没有 {card}。"), format!("You do not hold {card}."))
            }
            Refusal::NotHeld { rank, held } => not_held(rank, held),
            Refusal::MustLead => {
                two("轮到你先出，不能不出。", "You lead: you must play something.")
            }
            Refusal::NoPlay => two("这些牌不成牌型。", "These cards are not a combination."),
            Refusal::OtherKind { kind, last } => (
                format!("{}管不了{}，除非用炸弹。", kind.zh(), last.kind.zh()),
                format!("A {} does not beat a {}; only a bomb would.", kind.en(), last.kind.en()),
            ),
            Refusal::OtherLength { len, last } => (
                format!("长度要一样：上家是 {} 连，你是 {len} 连。", last.len),
                format!("The length must be the same: {} ranks, not {len}.", last.len),
            ),
            Refusal::NotHigher { top, last } => (
                format!("{}要比 {} 大，{} 不够。", last.kind.zh(), last.top.zh(), top.zh()),
                format!(
                    "The {} must be higher than {}; {} is not.",
                    last.kind.en(),
                    last.top.en(),
                    top.en()
                ),
            ),
            Refusal::Rocket => two("没有比王炸大的牌。", "Nothing beats a rocket."),
        }
    }
}

fn not_held(rank: Rank, held: u8) -> (String, String) {
    match held {
        0 => (format!("你手里没有 {}。", rank.zh()), format!("You hold no {}.", rank.en())),
        _ => (
            format!("你手里只有 {held} 张 {}。", rank.zh()),
            format!("You hold only {held} of rank {}.", rank.en()),
        ),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().1)
    }
}

impl std::error::Error for Refusal {}
