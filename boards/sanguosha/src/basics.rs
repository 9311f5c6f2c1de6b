//! Basic types: names, players, cards, suits, phases, places.

use std::rc::Rc;

/// A name given by scripts: of a skill, mark, flag or pile. Cheap to clone.
pub type Name = Rc<str>;

/// A player, numbered from 0 in the order in which they sat down; scripts call player 0 `sgs1`.
/// Unlike seat numbers, this never changes during a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Index into [`State::players`](crate::State::players).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A card of the deck, numbered from 0 in the order in which packages added it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub u16);

impl CardId {
    /// Index into [`State::deck`](crate::State::deck).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Declares an enumeration with the numbers and texts by which scripts know its members.
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
            /// All members in numerical order.
            pub const ALL: &'static [Self] = &[$(Self::$member,)*];

            /// The text by which scripts know it.
            pub fn text(self) -> &'static str {
                match self { $(Self::$member => $text,)* }
            }

            /// The member with this text.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$member),)* _ => None }
            }

            /// The number by which scripts know it.
            pub fn number(self) -> i64 {
                self as i64
            }

            /// The member with this number.
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
        /// A card made of cards of several suits, or of none.
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
    /// Where a card is.
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
        /// In transit: taken off the draw pile and not yet assigned.
        Table = "table",
    }
}

words! {
    /// The role of a player.
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
    /// The nature of damage.
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
    /// The main category of a card.
    Category {
        /// The card of a skill, which is never in the deck.
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
        /// Offered as "always invoke" by clients.
        Frequent = "frequent",
        /// Asked each time.
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
    /// The slots of the equipment area, in display order.
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

/// The text of a card number: `A`, `2` … `10`, `J`, `Q`, `K`, and `-` for none.
pub fn number_text(number: u8) -> &'static str {
    const TEXTS: [&str; 14] =
        ["-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    TEXTS.get(usize::from(number)).copied().unwrap_or("-")
}

/// Parses such a text, or plain digits.
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
