//! What a match says about the strength of two players.

use std::fmt;

/// The result of a match in pairs of games, for the first player.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// The share of the points of each pair.
    pairs: Vec<f64>,
}

/// A difference in strength with the bounds between which it lies in 19 of 20 matches; none where
/// it is without bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Elo {
    pub(super) middle: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Tally {
    /// Adds a pair: half points of its games.
    pub(super) fn add(&mut self, pair: [u32; 2]) {
        for points in pair {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs.push(f64::from(pair[0] + pair[1]) / 4.0);
    }

    /// The share of the points.
    pub(super) fn score(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// The pair is what is counted, for the games of a pair depend on their opening. One pair
    /// with a variance of a quarter squared is thought added, as else all pairs alike would
    /// leave no doubt.
    pub(super) fn elo(&self) -> Elo {
        let count = self.pairs.len() as f64;
        let score = self.score();
        let squares: f64 = self.pairs.iter().map(|pair| (pair - score).powi(2)).sum();
        let variance = (squares + 0.25 * 0.25) / (count - 1.0).max(1.0) / count.max(1.0);
        let error = 1.96 * variance.sqrt();
        Elo { middle: elo(score), low: elo(score - error), high: elo(score + error) }
    }
}

fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        let elo = self.elo();
        let words = |elo: Option<f64>, none: &str| {
            elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.0}"))
        };
        let middle = words(elo.middle, if self.score() > 0.5 { "+inf" } else { "-inf" });
        let (low, high) = (words(elo.low, "-inf"), words(elo.high, "+inf"));
        let share = 100.0 * self.score();
        write!(
            f,
            "+{wins} ={draws} -{losses}  score {share:.1} %  Elo {middle}, 95 % [{low}, {high}]"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures of the match runner in Python that the strength of players was measured with.
    #[test]
    fn a_tally_agrees_with_another_program() {
        let mut tally = Tally::default();
        for pair in [[2, 2], [2, 0], [1, 2], [1, 1], [2, 1], [0, 1], [2, 2], [2, 0]] {
            tally.add(pair);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (8, 5, 3));
        let text = "+8 =5 -3  score 65.6 %  Elo +112, 95 % [-27, +303]";
        assert_eq!(tally.to_string(), text);
    }

    #[test]
    fn a_match_without_a_loss_has_no_upper_bound() {
        let mut tally = Tally::default();
        tally.add([2, 2]);
        tally.add([2, 2]);
        assert_eq!((tally.elo().middle, tally.elo().high), (None, None));
        assert!(tally.elo().low.is_some_and(|low| low > 0.0));
        assert!(tally.to_string().contains("Elo +inf, 95 % [+"), "{tally}");
    }
}
