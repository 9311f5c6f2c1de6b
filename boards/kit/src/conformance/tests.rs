//! Tests the conformance checks on tic-tac-toe: the correct game, and versions with one fault each.

use super::*;
use crate::{Outcome, perft};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ListsTooMuch,
    UndoForgets,
    EndIgnored,
    HashDrifts,
    RecordLoses,
    PlaysAnything,
}

#[derive(Clone, Debug)]
struct TicTacToe {
    moves: Vec<u8>,
    fault: Fault,
}

#[derive(Debug, Error)]
#[error("{0}")]
struct Refused(&'static str);

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TicTacToe {
    fn new(fault: Fault) -> TicTacToe {
        TicTacToe { moves: Vec::new(), fault }
    }

    fn owner(&self, cell: u8) -> Option<usize> {
        self.moves.iter().position(|&m| m == cell).map(|i| i % 2)
    }

    fn won(&self) -> Option<usize> {
        (0..2).find(|&p| LINES.iter().any(|l| l.iter().all(|&c| self.owner(c) == Some(p))))
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Seat = usize;
    type View = Vec<Option<usize>>;
    type Refusal = Refused;
    type RecordError = Refused;

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.clear();
        if self.outcome().is_none() || self.fault == Fault::EndIgnored {
            out.extend((0..9).filter(|&c| self.owner(c).is_none()));
        }
        if self.fault == Fault::ListsTooMuch && self.moves.len() == 3 {
            out.push(self.moves[0]);
        }
    }

    fn is_legal(&self, mv: u8) -> bool {
        let over = self.outcome().is_some() && self.fault != Fault::EndIgnored;
        mv < 9 && !over && self.owner(mv).is_none()
    }

    fn move_space() -> Vec<u8> {
        (0..12).collect()
    }

    fn play(&mut self, mv: u8) -> Result<(), Refused> {
        if !self.is_legal(mv) && self.fault != Fault::PlaysAnything {
            return Err(Refused("not legal"));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.moves.push(mv);
    }

    fn undo(&mut self) -> Option<u8> {
        if self.fault == Fault::UndoForgets && self.moves.len() == 4 {
            return self.moves.last().copied();
        }
        self.moves.pop()
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        match self.won() {
            Some(seat) => Some(Outcome::Won(seat)),
            None if self.moves.len() == 9 => Some(Outcome::Drawn),
            None => None,
        }
    }

    fn side_to_move(&self) -> usize {
        self.moves.len() % 2
    }

    fn hash(&self) -> u64 {
        let drift = if self.fault == Fault::HashDrifts { self.moves.as_ptr() as u64 } else { 0 };
        self.moves.iter().fold(drift, |h, &m| h.wrapping_mul(31).wrapping_add(u64::from(m) + 1))
    }

    fn view(&self, _viewer: Option<usize>) -> Vec<Option<usize>> {
        (0..9).map(|c| self.owner(c)).collect()
    }

    fn record(&self) -> String {
        self.moves.iter().map(u8::to_string).collect()
    }

    fn from_record(record: &str) -> Result<TicTacToe, Refused> {
        let mut game = TicTacToe::new(Fault::None);
        for c in record.chars() {
            let digit = c.to_digit(10).ok_or(Refused("not a digit"))?;
            game.play_unchecked(digit as u8);
        }
        if record.len() == 5 && record.starts_with('4') {
            // A record cannot store the fault, so a thread-local flag selects it here.
            if RECORD_LOSES.with(std::cell::Cell::get) {
                game.moves.pop();
            }
        }
        Ok(game)
    }
}

thread_local! {
    static RECORD_LOSES: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

fn run(fault: Fault) -> Result<Coverage, Violation> {
    RECORD_LOSES.with(|cell| cell.set(fault == Fault::RecordLoses));
    check(&TicTacToe::new(fault), 0..40, 20)
}

#[test]
fn a_sound_game_passes_and_every_game_ends() {
    let coverage = run(Fault::None).expect("the sound game obeys every law");
    assert_eq!(coverage.finished, 40);
    assert!(coverage.positions > 40 * 5);
}

#[test]
fn each_fault_is_named() {
    for (fault, words) in [
        (Fault::ListsTooMuch, "is_legal refuses it"),
        (Fault::UndoForgets, "undo does not take"),
        (Fault::EndIgnored, "the game ended"),
        (Fault::HashDrifts, "differ"),
        (Fault::RecordLoses, "another game"),
        (Fault::PlaysAnything, "which is not legal"),
    ] {
        let violation = run(fault).expect_err("the battery must see the fault");
        assert!(violation.law.contains(words), "{fault:?}: {violation}");
    }
}

#[test]
fn a_violation_can_be_replayed_from_its_record() {
    let violation = run(Fault::ListsTooMuch).expect_err("the fault shows");
    assert_eq!(violation.record.len(), violation.ply);
    assert!(violation.to_string().contains(&violation.record));
}

/// The game tree of tic-tac-toe: the published numbers of paths with exactly n moves are 9, 72,
/// 504, 3024, 15120, 54720, 148176, 200448, 127872.
#[test]
fn perft_counts_tic_tac_toe() {
    let mut game = TicTacToe::new(Fault::None);
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&mut game, depth)).collect();
    let want = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(counts, want);
}
