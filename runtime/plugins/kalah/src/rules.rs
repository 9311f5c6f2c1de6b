//! Kalah 播棋: rules and search.
//!
//! Seat 0 owns pits 0 to 5 and the store 6, seat 1 pits 7 to 12 and the store 13. Seeds are sown
//! counterclockwise into every pit and the own store. A last seed in the own store earns another
//! turn; a last seed in an own empty pit captures the pit opposite.

use serde::{Deserialize, Serialize};

/// The store of each seat.
const STORES: [usize; 2] = [6, 13];
/// Value of a won game, beyond any difference of seeds.
pub(crate) const WON: i32 = 1000;

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Seeds in the pits and stores.
    pub(crate) pits: [u8; 14],
    /// The seat to move.
    pub(crate) turn: usize,
}

impl Default for Position {
    fn default() -> Self {
        Self { pits: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], turn: 0 }
    }
}

impl Position {
    /// The pits that the seat to move may sow; none when the game is over.
    pub(crate) fn legal(&self) -> impl DoubleEndedIterator<Item = usize> {
        let pits = self.pits;
        side(self.turn).filter(move |pit| pits[*pit] > 0)
    }

    /// Sows a pit; `false` if that is not legal.
    pub(crate) fn sow(&mut self, pit: usize) -> bool {
        if !self.legal().any(|legal| legal == pit) {
            return false;
        }
        let (own, other) = (STORES[self.turn], STORES[1 - self.turn]);
        let mut last = pit;
        for _ in 0..std::mem::take(&mut self.pits[pit]) {
            last = (last + 1) % 14;
            last = if last == other { (last + 1) % 14 } else { last };
            self.pits[last] += 1;
        }
        if side(self.turn).contains(&last) && self.pits[last] == 1 && self.pits[12 - last] > 0 {
            self.pits[own] += std::mem::take(&mut self.pits[12 - last]);
            self.pits[own] += std::mem::take(&mut self.pits[last]);
        }
        self.turn = if last == own { self.turn } else { 1 - self.turn };
        if [0, 1].iter().any(|seat| side(*seat).all(|pit| self.pits[pit] == 0)) {
            for seat in [0, 1] {
                let rest: u8 = side(seat).map(|pit| std::mem::take(&mut self.pits[pit])).sum();
                self.pits[STORES[seat]] += rest;
            }
        }
        true
    }

    /// Seeds in the store of seat 0 less those of seat 1.
    pub(crate) fn lead(&self) -> i32 {
        i32::from(self.pits[STORES[0]]) - i32::from(self.pits[STORES[1]])
    }

    /// Whether no seed is left to sow.
    pub(crate) fn is_over(&self) -> bool {
        self.legal().next().is_none()
    }

    /// The best pit and its value for the seat to move, by alpha-beta to `depth` plies; no pit when
    /// the game is over or none is worth more than `alpha`.
    pub(crate) fn search(&self, depth: u32, mut alpha: i32, beta: i32) -> (Option<usize>, i32) {
        let lead = if self.turn == 0 { self.lead() } else { -self.lead() };
        if depth == 0 || self.is_over() {
            return (None, lead + if self.is_over() { WON * lead.signum() } else { 0 });
        }
        let mut best = None;
        // The pit next to the store first: it often earns another turn.
        for pit in self.legal().rev() {
            let mut next = *self;
            next.sow(pit);
            let value = match next.turn == self.turn {
                true => next.search(depth - 1, alpha, beta).1,
                false => -next.search(depth - 1, -beta, -alpha).1,
            };
            if value > alpha {
                (best, alpha) = (Some(pit), value);
            }
            if alpha >= beta {
                break;
            }
        }
        (best, alpha)
    }
}

/// The pits of a seat.
fn side(seat: usize) -> std::ops::Range<usize> {
    STORES[seat] - 6..STORES[seat]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value by plain minimax, without bounds or order.
    fn minimax(position: Position, depth: u32) -> i32 {
        let sign = if position.turn == 0 { 1 } else { -1 };
        let lead = position.lead();
        if depth == 0 || position.is_over() {
            return sign * (lead + if position.is_over() { WON * lead.signum() } else { 0 });
        }
        let value = |pit| {
            let mut next = position;
            next.sow(pit);
            (if next.turn == position.turn { 1 } else { -1 }) * minimax(next, depth - 1)
        };
        position.legal().map(value).max().expect("the game is not over")
    }

    #[test]
    fn alpha_beta_finds_what_minimax_finds() {
        let mut position = Position::default();
        while !position.is_over() {
            let (pit, value) = position.search(4, -2 * WON, 2 * WON);
            assert_eq!(value, minimax(position, 4), "{position:?}");
            assert!(position.sow(pit.expect("a pit")));
        }
        assert_eq!(position.pits[6] + position.pits[13], 48);
    }
}
