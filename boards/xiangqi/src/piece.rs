use std::ops::Not;

/// A side. Red moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// 红, at the bottom of every diagram; upper case in FEN.
    Red,
    /// 黑, at the top; lower case in FEN.
    Black,
}

impl Color {
    /// Red, then Black.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 红方 or 黑方.
    pub fn name_zh(self) -> &'static str {
        match self {
            Color::Red => "红方",
            Color::Black => "黑方",
        }
    }

    /// Red or Black.
    pub fn name_en(self) -> &'static str {
        match self {
            Color::Red => "Red",
            Color::Black => "Black",
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}

/// The seven kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// 帅 / 将: one point along a line, within the palace, never facing the other king.
    King,
    /// 仕 / 士: one point diagonally, within the palace.
    Advisor,
    /// 相 / 象: two points diagonally over an empty eye, never across the river.
    Elephant,
    /// 马: one point along a line, which must be empty (the leg), then one diagonally outwards.
    Horse,
    /// 车: any distance along a line.
    Chariot,
    /// 炮: moves as the chariot, captures over exactly one piece (the screen).
    Cannon,
    /// 兵 / 卒: one point forward; sideways too once it has crossed the river.
    Pawn,
}

impl PieceKind {
    /// All kinds, in order of declaration.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Chariot,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// The English name in lower case, as in "the horse".
    pub fn name_en(self) -> &'static str {
        ["king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn"][self.index()]
    }

    /// The number of pieces of this kind that a side has at the beginning, which is also the
    /// maximum.
    pub fn most(self) -> usize {
        [1, 2, 2, 2, 2, 2, 5][self.index()]
    }

    /// Whether this kind can cross the river and so win the game: horse, chariot, cannon, pawn.
    pub fn is_attacker(self) -> bool {
        self as u8 >= PieceKind::Horse as u8
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its kind.
    pub kind: PieceKind,
}

const ZH: [[char; 7]; 2] =
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];
const FEN: [char; 7] = ['k', 'a', 'b', 'n', 'r', 'c', 'p'];

impl Piece {
    /// The piece of this color and kind.
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// The letter of FEN: `K A B N R C P` for Red, lower case for Black.
    ///
    /// ```
    /// use fangqi_xiangqi::Piece;
    /// assert_eq!(Piece::from_letter('h'), Piece::from_letter('n'));
    /// assert_eq!(Piece::from_letter('E').map(|p| (p.letter(), p.name_zh())), Some(('B', '相')));
    /// ```
    pub fn letter(self) -> char {
        let letter = FEN[self.kind.index()];
        if self.color == Color::Red { letter.to_ascii_uppercase() } else { letter }
    }

    /// Parses a FEN letter; `h` for the horse and `e` for the elephant are accepted too.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        let lower = match letter.to_ascii_lowercase() {
            'h' => 'n',
            'e' => 'b',
            other => other,
        };
        let kind = PieceKind::ALL[FEN.iter().position(|&c| c == lower)?];
        Some(Piece { color, kind })
    }

    /// The simplified character used in move lists: 帅仕相马车炮兵 and 将士象马车炮卒.
    pub fn name_zh(self) -> char {
        ZH[self.color.index()][self.kind.index()]
    }

    /// 0 to 13: the index into tables by piece.
    pub(crate) const fn index(self) -> usize {
        self.color.index() * 7 + self.kind.index()
    }
}
