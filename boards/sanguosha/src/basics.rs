//! The small words of the game: who, which card, suits, phases, places.

use std::rc::Rc;

/// A name that scripts gave: of a skill, a mark, a flag, a pile. Cheap to copy.
pub type Name = Rc<str>;

/// A player for the whole game, counted from 0 in the order in which they sat down. What scripts
/// call `sgs1` is player 0. Seat numbers change when players die or swap; this does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Where the player is in [`State::players`](crate::State::players).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A card of the deck, counted from 0 in the order in which packages added them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub u16);

impl CardId {
    /// Where the card is in [`State::deck`](crate::State::deck).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Declares an enumeration with the numbers and texts that scripts know its members by.
macro_rules! words {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$member_doc:meta])* $member:ident = $text:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$member_doc])* $member,)* }

        impl $name {
            /// All members in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$member,)*];

            /// The text that scripts know it by.
            pub fn text(self) -> &'static str {
                match self { $(Self::$member => $text,)* }
            }

            /// The member of that text.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$member),)* _ => None }
            }

            /// The number that scripts know it by.
            pub fn number(self) -> i64 {
                self as i64
            }

            /// The member of that number.
            pub fn from_number(number: i64) -> Option<Self> {
                usize::try_from(number).ok().and_then(|at| Self::ALL.get(at).copied())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The suit of a card.
    Suit {
        /// ♠
        Spade = "spade",
        /// ♣
        Club = "club",
        /// ♥
        Heart = "heart",
        /// ♦
        Diamond = "diamond",
        /// Of cards made of several suits, or of none.
        NoSuit = "no_suit",
    }
}

impl Suit {
    /// Hearts and diamonds.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Heart | Suit::Diamond)
    }

    /// Spades and clubs.
    pub fn is_black(self) -> bool {
        matches!(self, Suit::Spade | Suit::Club)
    }
}

words! {
    /// The phases of a turn.
    Phase {
        /// 回合开始
        Start = "start",
        /// 判定
        Judge = "judge",
        /// 摸牌
        Draw = "draw",
        /// 出牌
        Play = "play",
        /// 弃牌
        Discard = "discard",
        /// 回合结束
        Finish = "finish",
        /// Outside one's own turn.
        NotActive = "not_active",
    }
}

words! {
    /// Where a card lies.
    Place {
        /// In a hand.
        Hand = "hand",
        /// In an equipment area.
        Equip = "equip",
        /// In a judgement area, as a delayed trick.
        Judging = "judging",
        /// In a private pile of a player.
        Special = "special",
        /// In the discard pile.
        Discard = "discard",
        /// In the draw pile.
        Draw = "draw",
        /// Taken off the draw pile and not given to anybody yet.
        Table = "table",
    }
}

words! {
    /// What a player plays for.
    Role {
        /// 主公
        Lord = "lord",
        /// 忠臣
        Loyalist = "loyalist",
        /// 反贼
        Rebel = "rebel",
        /// 内奸
        Renegade = "renegade",
    }
}

words! {
    /// The gender of a general.
    Gender {
        /// 男
        Male = "male",
        /// 女
        Female = "female",
        /// Neither.
        Neuter = "neuter",
    }
}

words! {
    /// The nature of a damage.
    Nature {
        /// 无属性
        Normal = "normal",
        /// 火
        Fire = "fire",
        /// 雷
        Thunder = "thunder",
    }
}

words! {
    /// What a card is before all else.
    Category {
        /// Stands for a skill; no card of the deck is one.
        Skill = "skill",
        /// 基本牌
        Basic = "basic",
        /// 锦囊牌
        Trick = "trick",
        /// 装备牌
        Equip = "equip",
    }
}

words! {
    /// How a skill is invoked.
    Frequency {
        /// May be answered yes once and for all.
        Frequent = "frequent",
        /// Asks each time.
        NotFrequent = "not_frequent",
        /// 锁定技
        Compulsory = "compulsory",
        /// 限定技
        Limited = "limited",
        /// 觉醒技
        Wake = "wake",
    }
}

words! {
    /// The places of an equipment area, in their order.
    Slot {
        /// 武器
        Weapon = "weapon",
        /// 防具
        Armor = "armor",
        /// +1 马
        DefensiveHorse = "defensive_horse",
        /// -1 马
        OffensiveHorse = "offensive_horse",
    }
}

/// The text of a card's number: `A`, `2` … `10`, `J`, `Q`, `K`, and `-` for none.
pub fn number_text(number: u8) -> &'static str {
    const TEXTS: [&str; 14] =
        ["-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    TEXTS.get(usize::from(number)).copied().unwrap_or("-")
}

/// The number of such a text; also of plain digits.
pub fn number_of(text: &str) -> Option<u8> {
    match text {
        "A" => Some(1),
        "J" => Some(11),
        "Q" => Some(12),
        "K" => Some(13),
        "-" | "" => Some(0),
        digits => digits.parse().ok().filter(|&number| number <= 13),
    }
}
