use std::fmt;

use crate::{Hand, Kickers, Rank, generate};

/// The kinds of plays 牌型.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// No cards: 不出.
    Pass,
    /// One card 单张.
    Solo,
    /// Two of a rank 对子.
    Pair,
    /// Three of a rank 三张.
    Trio,
    /// Three of a rank and a card of another 三带一.
    TrioSolo,
    /// Three of a rank and a pair of another 三带二.
    TrioPair,
    /// Five or more ranks in a row 顺子.
    SoloChain,
    /// Three or more pairs in a row 连对.
    PairChain,
    /// Two or more triples in a row 飞机.
    TrioChain,
    /// Triples in a row, each with a card 飞机带单.
    TrioChainSolo,
    /// Triples in a row, each with a pair 飞机带对.
    TrioChainPair,
    /// Four of a rank and two cards 四带二. It is not a bomb.
    FourTwoSolo,
    /// Four of a rank and two pairs 四带两对. It is not a bomb.
    FourTwoPair,
    /// Four of a rank 炸弹.
    Bomb,
    /// Both jokers 王炸.
    Rocket,
}

impl Kind {
    /// All types, the pass first.
    pub const ALL: [Kind; 15] = [
        Kind::Pass,
        Kind::Solo,
        Kind::Pair,
        Kind::Trio,
        Kind::TrioSolo,
        Kind::TrioPair,
        Kind::SoloChain,
        Kind::PairChain,
        Kind::TrioChain,
        Kind::TrioChainSolo,
        Kind::TrioChainPair,
        Kind::FourTwoSolo,
        Kind::FourTwoPair,
        Kind::Bomb,
        Kind::Rocket,
    ];

    /// The type's name in data: `trio_chain_solo`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pass => "pass",
            Kind::Solo => "solo",
            Kind::Pair => "pair",
            Kind::Trio => "trio",
            Kind::TrioSolo => "trio_solo",
            Kind::TrioPair => "trio_pair",
            Kind::SoloChain => "solo_chain",
            Kind::PairChain => "pair_chain",
            Kind::TrioChain => "trio_chain",
            Kind::TrioChainSolo => "trio_chain_solo",
            Kind::TrioChainPair => "trio_chain_pair",
            Kind::FourTwoSolo => "four_two_solo",
            Kind::FourTwoPair => "four_two_pair",
            Kind::Bomb => "bomb",
            Kind::Rocket => "rocket",
        }
    }

    /// Its Chinese name.
    pub const fn zh(self) -> &'static str {
        match self {
            Kind::Pass => "不出",
            Kind::Solo => "单张",
            Kind::Pair => "对子",
            Kind::Trio => "三张",
            Kind::TrioSolo => "三带一",
            Kind::TrioPair => "三带二",
            Kind::SoloChain => "顺子",
            Kind::PairChain => "连对",
            Kind::TrioChain => "飞机",
            Kind::TrioChainSolo => "飞机带单",
            Kind::TrioChainPair => "飞机带对",
            Kind::FourTwoSolo => "四带二",
            Kind::FourTwoPair => "四带两对",
            Kind::Bomb => "炸弹",
            Kind::Rocket => "王炸",
        }
    }

    /// Its English name.
    pub const fn en(self) -> &'static str {
        match self {
            Kind::Pass => "pass",
            Kind::Solo => "single",
            Kind::Pair => "pair",
            Kind::Trio => "triple",
            Kind::TrioSolo => "triple with a single",
            Kind::TrioPair => "triple with a pair",
            Kind::SoloChain => "straight",
            Kind::PairChain => "straight of pairs",
            Kind::TrioChain => "aircraft",
            Kind::TrioChainSolo => "aircraft with singles",
            Kind::TrioChainPair => "aircraft with pairs",
            Kind::FourTwoSolo => "four with two singles",
            Kind::FourTwoPair => "four with two pairs",
            Kind::Bomb => "bomb",
            Kind::Rocket => "rocket",
        }
    }

    /// Whether it doubles the stakes and beats all other kinds.
    pub const fn is_bomb(self) -> bool {
        matches!(self, Kind::Bomb | Kind::Rocket)
    }
}

/// Cards played together, interpreted as one kind. Comparisons consider only the main part, not the
/// kickers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    /// The kind.
    pub kind: Kind,
    /// Number of ranks in the main part: the length of a chain, otherwise 1; 0 for the pass.
    pub len: u8,
    /// The highest rank of the main part; the three for a pass.
    pub top: Rank,
    /// All cards, including kickers.
    pub cards: Hand,
}

impl Play {
    /// The pass.
    pub const PASS: Play = Play { kind: Kind::Pass, len: 0, top: Rank::THREE, cards: Hand::EMPTY };
    /// Both jokers.
    pub const ROCKET: Play =
        Play { kind: Kind::Rocket, len: 1, top: Rank::BIG_JOKER, cards: Hand::ROCKET };

    /// Whether this is the pass.
    pub const fn is_pass(&self) -> bool {
        matches!(self.kind, Kind::Pass)
    }

    /// Whether this may follow `last`. Everything but a pass beats a pass, which stands for a free
    /// lead.
    pub const fn beats(&self, last: &Play) -> bool {
        match (self.kind, last.kind) {
            (Kind::Pass, _) | (_, Kind::Rocket) => false,
            (_, Kind::Pass) | (Kind::Rocket, _) => true,
            (Kind::Bomb, Kind::Bomb) => self.top.index() > last.top.index(),
            (Kind::Bomb, _) => true,
            (kind, other) => {
                kind as u8 == other as u8
                    && self.len == last.len
                    && self.top.index() > last.top.index()
            }
        }
    }

    /// Interprets cards as a play. Under [`Kickers::Douzero`], twelve cards such as 333444555666
    /// are an aircraft of four and also one of three with singles; the longer chain is chosen.
    pub fn read(cards: Hand, kickers: Kickers) -> Option<Play> {
        if cards.is_empty() {
            return Some(Play::PASS);
        }
        let mut plays = Vec::new();
        generate::leads(cards, kickers, &mut plays);
        plays.into_iter().find(|play| play.cards == cards)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { f.write_str("pass") } else { self.cards.fmt(f) }
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.kind.name())
    }
}
