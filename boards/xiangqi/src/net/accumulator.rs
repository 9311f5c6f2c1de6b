//! NNUE accumulators: the hidden layer along a line of moves, updated lazily, only where an
//! evaluation is needed.

use super::{Half, Net, input};
use crate::cpu::{self, Task};
use crate::net::HIDDEN;
use crate::{Color, Move, Piece, Position};

/// Plies of a line for which room is made at once; longer lines are rare in short searches.
const USUAL_PLIES: usize = 40;

/// The change that a move makes to the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) mv: Move,
    pub(crate) piece: Piece,
    pub(crate) taken: Option<Piece>,
}

/// The hidden layer after a move, from Red's and from Black's perspective.
struct Layer {
    /// The change since the layer before; `None` at the start of the line. Null moves push nothing.
    change: Option<Change>,
    is_known: bool,
    halves: [Half; 2],
}

/// The stack of accumulators of a line.
pub(crate) struct Accumulators<'a> {
    net: &'a Net,
    layers: Vec<Layer>,
    /// Index of the top of the stack.
    last: usize,
}

impl<'a> Accumulators<'a> {
    /// Accumulators for a line that starts at `position`.
    pub(crate) fn new(net: &'a Net, position: &Position) -> Accumulators<'a> {
        let halves = Color::ALL.map(|view| net.half(position, view));
        let mut layers = Vec::with_capacity(USUAL_PLIES);
        layers.push(Layer { change: None, is_known: true, halves });
        Accumulators { net, layers, last: 0 }
    }

    /// Pushes a move.
    pub(crate) fn push(&mut self, change: Change) {
        self.last += 1;
        match self.layers.get_mut(self.last) {
            Some(layer) => (layer.change, layer.is_known) = (Some(change), false),
            None => self.layers.push(Layer {
                change: Some(change),
                is_known: false,
                halves: [[0; HIDDEN]; 2],
            }),
        }
    }

    /// Pops the last move.
    pub(crate) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// Evaluates the position at the end of the line for the side to move, in hundredths of a pawn.
    pub(crate) fn value(&mut self, position: &Position) -> i32 {
        cpu::run(Value { line: self, position })
    }

    #[inline(always)]
    fn bring_up_to_date(&mut self) {
        let known = self.layers[..=self.last].iter().rposition(|layer| layer.is_known);
        for at in known.unwrap_or(0)..self.last {
            let (before, after) = self.layers.split_at_mut(at + 1);
            let (before, after) = (&before[at], &mut after[0]);
            let Some(change) = after.change else { continue };
            for view in Color::ALL {
                let side = view.index();
                let (from, to) = (&before.halves[side], &mut after.halves[side]);
                update(self.net, view, change, from, to);
            }
            after.is_known = true;
        }
    }
}

#[inline(always)]
fn update(net: &Net, view: Color, change: Change, from: &Half, to: &mut Half) {
    let Change { mv, piece, taken } = change;
    let gone = &net.inputs[input(view, piece, mv.from)];
    let come = &net.inputs[input(view, piece, mv.to)];
    match taken {
        None => {
            for i in 0..HIDDEN {
                to[i] = from[i] + come[i] - gone[i];
            }
        }
        Some(taken) => {
            let lost = &net.inputs[input(view, taken, mv.to)];
            for i in 0..HIDDEN {
                to[i] = from[i] + come[i] - gone[i] - lost[i];
            }
        }
    }
}

struct Value<'a, 'n> {
    line: &'a mut Accumulators<'n>,
    position: &'a Position,
}

impl Task for Value<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Value { line, position } = self;
        line.bring_up_to_date();
        let [red, black] = &line.layers[line.last].halves;
        let pieces = position.occupancy().all.count();
        match position.side_to_move() {
            Color::Red => line.net.value(red, black, pieces),
            Color::Black => line.net.value(black, red, pieces),
        }
    }
}
