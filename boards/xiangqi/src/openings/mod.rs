//! Opening names.
//!
//! Lines are recognized by their positions, mirrored or not, so transpositions are found too.

mod lines;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::{Game, Move, Position, Square, notation};

/// The opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its Chinese name, such as `中炮对屏风马`.
    pub zh: &'static str,
    /// Its English name.
    pub en: &'static str,
    /// Number of plies after which the last known position occurred.
    pub plies: usize,
}

/// The opening of a game from the standard start position: the name of the last known position.
/// `None` before the first move, and for games that start elsewhere or follow no known line.
///
/// ```
/// use fangqi_xiangqi::{Game, openings};
/// let mut game = Game::default();
/// for mv in ["b2e2", "h9g7", "b0c2", "b9c7"] {
///     game.play(mv.parse()?)?;
/// }
/// let opening = openings::opening(&game).expect("a known line, mirrored and in another order");
/// assert_eq!((opening.zh, opening.plies), ("中炮对屏风马", 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening(game: &Game) -> Option<Opening> {
    let (usual_start, book) = book();
    let start = game.plies().first()?.hash;
    if start != *usual_start {
        return None;
    }
    let after = game.plies().iter().skip(1).map(|ply| ply.hash);
    let hashes: Vec<u64> = after.chain([game.position().hash()]).collect();
    // The start position has no name and may recur.
    let known = |hash: &u64| book.get(hash).filter(|_| *hash != start);
    let (last, (zh, en)) =
        hashes.iter().enumerate().rev().find_map(|(at, hash)| Some((at, *known(hash)?)))?;
    Some(Opening { zh, en, plies: last + 1 })
}

type Name = (&'static str, &'static str);

/// The hash of the standard start position, and the name of every position of the lines and their
/// mirror images, by hash.
fn book() -> &'static (u64, BTreeMap<u64, Name>) {
    static BOOK: OnceLock<(u64, BTreeMap<u64, Name>)> = OnceLock::new();
    BOOK.get_or_init(|| {
        let mut book = BTreeMap::new();
        // The final position of a line has its name, even if other lines go on from there …
        for &(zh, en, moves) in lines::LINES {
            let ends = positions(moves).into_iter().filter_map(|path| path.last().copied());
            book.extend(ends.map(|end| (end, (zh, en))));
        }
        // … and earlier positions have the name of the first line through them.
        for &(_, _, moves) in lines::LINES {
            for path in positions(moves) {
                let mut name = None;
                for hash in path {
                    name = book.get(&hash).copied().or(name);
                    if let Some(name) = name {
                        book.entry(hash).or_insert(name);
                    }
                }
            }
        }
        (Position::start().hash(), book)
    })
}

/// The hashes of the positions after each move of a line, and of their mirror images. An invalid
/// line is cut off at its first illegal move.
fn positions(line: &str) -> [Vec<u64>; 2] {
    let mut paths = [Vec::new(), Vec::new()];
    let (mut position, mut image) = (Position::start(), Position::start());
    for text in line.split_whitespace() {
        let Ok(mv) = notation::parse_chinese(&position, text) else { break };
        if position.play(mv).is_err() || image.play(mirrored(mv)).is_err() {
            break;
        }
        paths[0].push(position.hash());
        paths[1].push(image.hash());
    }
    paths
}

/// The move mirrored along the middle file.
fn mirrored(mv: Move) -> Move {
    let turned = |square: Square| Square::new(8 - square.file(), square.rank()).unwrap_or(square);
    Move::new(turned(mv.from), turned(mv.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            let mv = notation::parse_chinese(game.position(), text).expect(text);
            game.play(mv).expect(text);
        }
        game
    }

    fn name(moves: &str) -> (&'static str, usize) {
        let opening = opening(&played(moves)).expect(moves);
        (opening.zh, opening.plies)
    }

    #[test]
    fn every_line_can_be_played_and_bears_its_name() {
        for &(zh, en, moves) in lines::LINES {
            let game = played(moves);
            let plies = game.moves().len();
            let found = opening(&game).expect(zh);
            assert_eq!(found, Opening { zh, en, plies }, "{moves}");
            assert_eq!(positions(moves).map(|path| path.len()), [plies; 2], "{moves}");
            assert!(en.is_ascii() && !zh.is_ascii(), "{zh} {en}");
        }
    }

    #[test]
    fn one_name_has_one_translation() {
        let mut known: BTreeMap<&str, &str> = BTreeMap::new();
        for &(zh, en, _) in lines::LINES {
            assert_eq!(*known.entry(zh).or_insert(en), en, "{zh}");
        }
        let english: std::collections::BTreeSet<_> = known.values().collect();
        assert_eq!(english.len(), known.len(), "two names have the same translation");
    }

    #[test]
    fn other_orders_and_mirror_images_are_recognised() {
        assert_eq!(name("炮八平五 马8进7 马八进七 马2进3"), ("中炮对屏风马", 4));
        assert_eq!(name("炮八平五 炮2平5"), ("顺炮局", 2));
        assert_eq!(name("炮八平五 炮8平5"), ("列炮局", 2));
        assert_eq!(name("兵三进一 卒3进1"), ("对兵局", 2));
    }

    #[test]
    fn the_last_known_position_names_the_game() {
        assert_eq!(name("炮二平五 炮8平5 帅五进一 将5进1"), ("顺炮局", 2));
        assert_eq!(name("炮二平五 马8进7 马二进三 车9平8"), ("中炮对起马", 4));
        // The cannons return: the start position has no name of its own.
        assert_eq!(name("炮二平五 炮8平5 炮五平二 炮5平8"), ("顺炮局", 2));
    }

    #[test]
    fn nothing_is_claimed_of_other_games() {
        assert_eq!(opening(&Game::default()), None);
        assert_eq!(opening(&played("车一进二")), None);
        let mut elsewhere = Game::from_fen("3k5/9/9/9/9/9/9/9/7C1/4K4 w").expect("a position");
        elsewhere.play("h1e1".parse().expect("a move")).expect("legal");
        assert_eq!(opening(&elsewhere), None);
    }
}
