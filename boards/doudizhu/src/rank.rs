use std::fmt;

/// The rank of a card in the order of Dou Dizhu: 3 4 5 6 7 8 9 10 J Q K A 2, small joker, big
/// joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The letters of the ranks: the notation of hands, from 3 to the big joker.
const LETTERS: &[u8; Rank::COUNT] = b"3456789TJQKA2BR";

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 15;
    /// The lowest rank.
    pub const THREE: Rank = Rank(0);
    /// The highest rank that chains may contain.
    pub const ACE: Rank = Rank(11);
    /// The rank above the ace, which no chain may contain.
    pub const TWO: Rank = Rank(12);
    /// The small joker 小王, of which there is one.
    pub const SMALL_JOKER: Rank = Rank(13);
    /// The big joker 大王, of which there is one.
    pub const BIG_JOKER: Rank = Rank(14);

    /// The rank with an index below [`Rank::COUNT`]; 0 is the three.
    pub const fn new(index: usize) -> Option<Rank> {
        if index < Rank::COUNT { Some(Rank(index as u8)) } else { None }
    }

    /// The rank with an index that is known to be valid.
    pub(crate) const fn at(index: u32) -> Rank {
        debug_assert!(index < Rank::COUNT as u32);
        Rank(index as u8)
    }

    /// The index, 0 for the three to 14 for the big joker.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All ranks, from the lowest.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (0..Rank::COUNT as u8).map(Rank)
    }

    /// The number of cards of this rank in the deck.
    pub const fn copies(self) -> u8 {
        if self.is_joker() { 1 } else { 4 }
    }

    /// Whether this is a joker.
    pub const fn is_joker(self) -> bool {
        self.0 >= Rank::SMALL_JOKER.0
    }

    /// The rank as a letter: `3` to `9`, `T J Q K A 2`, `B` the small (black) and `R` the big (red)
    /// joker.
    pub const fn letter(self) -> char {
        LETTERS[self.0 as usize] as char
    }

    /// Parses a letter. Lower case, and `X` for the small and `D` for the big joker, are accepted
    /// too.
    pub const fn from_letter(letter: char) -> Option<Rank> {
        let letter = match letter.to_ascii_uppercase() {
            'X' => 'B',
            'D' => 'R',
            other => other,
        };
        let mut index = 0;
        while index < LETTERS.len() {
            if LETTERS[index] as char == letter {
                return Some(Rank(index as u8));
            }
            index += 1;
        }
        None
    }

    /// The rank's number in arena protocols: 3 to 14, then 17 for the two, 20 and 30 for the
    /// jokers.
    pub const fn code(self) -> u8 {
        match self.0 {
            low @ 0..=11 => low + 3,
            12 => 17,
            13 => 20,
            _ => 30,
        }
    }

    /// The rank with a number of that protocol.
    pub const fn from_code(code: u64) -> Option<Rank> {
        match code {
            3..=14 => Some(Rank(code as u8 - 3)),
            17 => Some(Rank::TWO),
            20 => Some(Rank::SMALL_JOKER),
            30 => Some(Rank::BIG_JOKER),
            _ => None,
        }
    }

    /// The Chinese name: `10`, `小王`.
    pub const fn zh(self) -> &'static str {
        const NAMES: [&str; Rank::COUNT] =
            ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "小王", "大王"];
        NAMES[self.0 as usize]
    }

    /// The English name: `10`, `small joker`.
    pub const fn en(self) -> &'static str {
        match self.0 {
            13 => "small joker",
            14 => "big joker",
            _ => self.zh(),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
