//! A question as a computer sees it: the worlds it may be in, and what answers come to there.

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_sanguosha::frame::{Names, names_back};
use fangqi_sanguosha::mind::ledger::Blind;
use fangqi_sanguosha::mind::moves::{self, Scope};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::mind::weigh::Limits;
use fangqi_sanguosha::{Answer, Ask, Copies, Cx, Engine, Request, Scripts, State};

use super::abstain;
use super::level::Depth;
use crate::SgsVm;

/// What an answer comes to by itself counts as much as turns played out after it in so many worlds.
/// Of the numbers from 0 to 2 tried out against level 2, those below 1 were best with eight
/// players, and between two there was little to choose. That was in turns in which nobody thought.
const PRIOR: f64 = 0.6;
/// An answer has to come to so many standard errors more than the one that is best by itself to be
/// taken in its place: chance in the turns played out is no reason to burn a card. Between two
/// 16 worlds are as strong as without, 66.8 against 65.8 % of 400 games against level 2, and so are
/// 64, 52 % of 300 against those 16 either way.
const CAUTION: f64 = 1.0;
/// After so many worlds the first answers are given up.
const FIRST_HALVING: usize = 4;
/// After so many, and each time after as many more, those are given up, too, that are beyond doubt:
/// they come to so many standard errors less than the best so far, or to the same in all worlds.
const RACE: usize = 8;
const BEYOND_DOUBT: f64 = 3.0;

/// A world that may be behind what a seat sees.
pub(super) struct Possible {
    pub(super) state: Rc<RefCell<State>>,
    /// What cards are called there.
    pub(super) names: Names,
    /// What lies there by lot.
    pub(super) blind: Blind,
}

/// A question as a computer sees it.
pub(super) struct Sight<'a> {
    pub(super) vm: SgsVm,
    pub(super) engine: &'a Engine,
    pub(super) request: Request,
    /// The first is the one that scripts look at.
    pub(super) worlds: Vec<Possible>,
    /// What does not, where turns are played out.
    pub(super) open: Blind,
    pub(super) values: &'a Values,
    pub(super) prices: &'a Prices,
    /// What estimates are made with that packages ask for.
    pub(super) usual: (&'a Values, &'a Prices),
    pub(super) stance: Stance,
    pub(super) limits: Limits,
    /// The seat uses no skill of its own.
    pub(super) abstains: bool,
    /// It hears what the AI of packages says.
    pub(super) listens: bool,
    /// Whether turns are played out.
    pub(super) depth: Option<Depth>,
    /// Draws worlds by their numbers.
    pub(super) draw: Box<dyn Fn(u64) -> Possible + 'a>,
    /// So many at most.
    pub(super) worlds_max: u64,
}

impl Sight<'_> {
    /// What plain questions work on: the first world.
    pub(super) fn cx(&self) -> Cx<'_> {
        Cx::new(&self.worlds[0].state, &self.vm)
    }

    /// Everything that may be answered.
    pub(super) fn options(&self) -> Vec<Answer> {
        let (prices, stance, targets) = (self.prices, &self.stance, self.limits.targets);
        let scope = Scope { prices, stance, targets, most: usize::MAX };
        let cx = self.cx();
        let _look = cx.look();
        let mut options = moves::options(&cx, self.request.who, &self.request.ask, scope);
        if self.abstains {
            let state = cx.s();
            options.retain(|answer| !abstain::uses(&state, self.request.who, answer));
        }
        self.without_vetoed(&mut options);
        options.iter().map(|answer| self.real(answer)).collect()
    }

    /// Leaves out what the AI of packages is against, unless nothing else may be answered.
    fn without_vetoed(&self, options: &mut Vec<Answer>) {
        let uses = matches!(self.request.ask, Ask::Activate | Ask::UseCard { .. });
        if !uses || !self.listens {
            return;
        }
        let left: Vec<Answer> =
            options.iter().filter(|&answer| !self.vetoed(answer)).cloned().collect();
        if !left.is_empty() {
            *options = left;
        }
    }

    /// An answer that is meant for the first world, as it is given in the game.
    pub(super) fn real(&self, answer: &Answer) -> Answer {
        Copies::renaming(&names_back(&self.worlds[0].names)).answer(answer)
    }

    /// What the best of answers come to if turns are played out after them, by what they are worth
    /// by themselves; nothing for the others. What another comes to more than the best of them by
    /// itself counts as far as it is no chance. After 4, 8, 16 worlds only the better half of
    /// them goes on, two at least; whatever is given up counts for less than all of those.
    pub(super) fn look_ahead(
        &self,
        options: &[Answer],
        worth: &[Option<f64>],
        depth: Depth,
    ) -> Vec<Option<f64>> {
        let mut left: Vec<usize> = (0..options.len()).filter(|&at| worth[at].is_some()).collect();
        best_first(&mut left, worth);
        left.truncate(depth.candidates);
        if left.len() < 2 {
            return worth.to_vec();
        }
        let mut found = vec![Vec::with_capacity(self.worlds.len()); options.len()];
        let favourite = left.first().copied();
        let mut result = vec![None; options.len()];
        let (mut behind, mut slope) = (Vec::new(), 1.0);
        for (played, possible) in self.worlds.iter().enumerate() {
            if played >= FIRST_HALVING && played.is_power_of_two() && left.len() > 2 {
                best_first(&mut left, &result);
                behind.extend(left.drain(left.len().div_ceil(2).max(2)..));
            }
            if played > 0 && played.is_multiple_of(RACE) {
                behind.extend(beyond_doubt(&mut left, &result, &found));
                if left.len() == 1 {
                    break;
                }
            }
            let world = possible.state.borrow();
            let weighing = self.weighing(&world, &possible.names);
            let ledger = weighing.ledger();
            if played == 0 {
                slope = ledger.slope(depth.ahead.measure);
            }
            for &at in &left {
                let ahead = || weighing.look_ahead(&self.vm, &ledger, &options[at], depth.ahead);
                let (benefit, added) = self.credited(ahead);
                let benefit = benefit.map(|benefit| benefit + added);
                found[at].push(benefit.filter(|benefit| benefit.is_finite()).unwrap_or(0.0));
                let own = worth[at].unwrap_or(0.0) * slope;
                let sum: f64 = found[at].iter().sum();
                result[at] = Some((own * PRIOR + sum) / (PRIOR + found[at].len() as f64));
            }
        }
        for &at in left.iter().filter(|&&at| Some(at) != favourite) {
            let usual = favourite.map_or(&[][..], |favourite| &found[favourite]);
            let doubt = CAUTION * error_of_difference(&found[at], usual);
            result[at] = result[at].map(|worth| worth - doubt);
        }
        let least = left.iter().filter_map(|&at| result[at]).fold(f64::INFINITY, f64::min);
        for at in behind {
            result[at] = result[at].map(|worth| least.next_down().min(worth));
        }
        self.vm.look_at(&self.worlds[0].state);
        result
    }
}

/// Takes those out of what is left that are beyond doubt worth no more than the best of it.
fn beyond_doubt(left: &mut Vec<usize>, result: &[Option<f64>], found: &[Vec<f64>]) -> Vec<usize> {
    best_first(left, result);
    let best = left[0];
    let lost = |&mut at: &mut usize| {
        let behind = result[best].zip(result[at]).map_or(0.0, |(best, other)| best - other);
        at != best && behind >= BEYOND_DOUBT * error_of_difference(&found[at], &found[best])
    };
    left.extract_if(.., lost).collect()
}

/// The standard error of the mean of how much more one answer came to than another, in the worlds
/// in which both were played out.
fn error_of_difference(one: &[f64], other: &[f64]) -> f64 {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let count = differences.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

/// Sorts places by what is said to be worth most there; of equals the first comes first.
fn best_first(places: &mut [usize], worth: &[Option<f64>]) {
    let of = |at: usize| worth[at].unwrap_or(f64::NEG_INFINITY);
    places.sort_by(|&a, &b| of(b).total_cmp(&of(a)));
}

#[cfg(test)]
mod tests {
    use super::{beyond_doubt, error_of_difference};

    #[test]
    fn only_what_is_behind_beyond_doubt_is_given_up() {
        // Behind the best by 1 with an error of 0.58, by 4 with the same, and by nothing at all.
        let found = [
            vec![10.0, 10.0, 10.0, 10.0],
            vec![8.0, 10.0, 8.0, 10.0],
            vec![5.0, 7.0, 5.0, 7.0],
            vec![10.0, 10.0, 10.0, 10.0],
        ];
        let result: Vec<Option<f64>> = found
            .iter()
            .map(|found| Some(found.iter().sum::<f64>() / found.len() as f64))
            .collect();
        let mut left = vec![2, 1, 0, 3];
        let lost = beyond_doubt(&mut left, &result, &found);
        assert_eq!((left, lost), (vec![0, 1], vec![3, 2]));
    }

    #[test]
    fn what_differs_by_the_same_in_all_worlds_is_no_chance() {
        assert_eq!(error_of_difference(&[5.0, -3.0, 8.0], &[3.0, -5.0, 6.0]), 0.0);
        // Differences of 1, 2 and 3: a variance of 1 over three worlds.
        let error = error_of_difference(&[1.0, 2.0, 3.0, 99.0], &[0.0, 0.0, 0.0]);
        assert!((error - (1.0f64 / 3.0).sqrt()).abs() < 1e-12, "{error}");
        assert_eq!(error_of_difference(&[1.0], &[0.0]), 0.0, "one world says nothing of chance");
    }
}
