//! What answers come to by themselves, in the worlds that may be behind what a seat sees.

use std::collections::BTreeMap;
use std::rc::Rc;

use fangqi_sanguosha::frame::Names;
use fangqi_sanguosha::mind::weigh::{self, Prepared, Weighing, Worth};
use fangqi_sanguosha::{Answer, Copies, Cx, Frame, Scripts, State, Value};

use super::choosing::used_name;
use super::sight::{Possible, Sight};

/// Of so many answers it is looked at what they prepare. Each card and skill has a first way to be
/// used among them, unless there are more: see [`moves::options`].
///
/// [`moves::options`]: fangqi_sanguosha::mind::moves::options
const PREPARING_MAX: usize = 12;
/// And of so many of each card and skill, where no turns are played out. With all of them level 2
/// took a tenth longer.
const PREPARING_EACH: usize = 2;
/// Where a friend has been saved by a card that is not seen, answers are tried in so many worlds: a
/// card that is held as often as not is held in one of two, and in all of these never.
const WORLDS_IN_DANGER: u64 = 16;

impl Sight<'_> {
    /// What answers come to, in the mean of all worlds; nothing for those that are refused.
    pub(super) fn weigh_all(&self, options: &[Answer]) -> Vec<Option<f64>> {
        let mut sums = vec![Some(0.0); options.len()];
        let worlds = self.depth.map_or(&self.worlds[..], |depth| {
            &self.worlds[..depth.estimates.min(self.worlds.len())]
        });
        let share = 1.0 / worlds.len() as f64;
        for possible in worlds {
            let weighed = self.weigh_in(possible, options, &sums);
            let best = most_alone(&weighed);
            for (sum, worth) in sums.iter_mut().zip(&weighed) {
                *sum = sum.zip(counted(*worth, best)).map(|(so_far, worth)| so_far + worth * share);
            }
            let hangs = |&at: &usize| weighed[at].is_some_and(|worth| worth.hangs);
            let hanging: Vec<usize> = (0..options.len()).filter(hangs).collect();
            if worlds.len() == 1 && !hanging.is_empty() {
                self.weigh_further(options, &mut sums, &hanging, best);
            }
        }
        self.vm.look_at(&self.worlds[0].state);
        sums
    }

    /// Turns what the answers at some places come to in the first world into what they come to in
    /// the mean of several. `best` is what answers come to by themselves at most.
    fn weigh_further(
        &self,
        options: &[Answer],
        worth: &mut [Option<f64>],
        places: &[usize],
        best: f64,
    ) {
        let mut sums = vec![None; options.len()];
        for &at in places {
            sums[at] = worth[at];
        }
        let worlds = WORLDS_IN_DANGER.min(self.worlds_max).max(1);
        for number in 1..worlds {
            let weighed = self.weigh_in(&(self.draw)(number), options, &sums);
            for (sum, worth) in sums.iter_mut().zip(weighed) {
                *sum = sum.zip(counted(worth, best)).map(|(so_far, worth)| so_far + worth);
            }
        }
        for &at in places {
            worth[at] = sums[at].map(|sum| sum / worlds as f64);
        }
    }

    /// What those answers come to in a world for which there is something so far; nothing for those
    /// that are refused there.
    fn weigh_in(
        &self,
        possible: &Possible,
        options: &[Answer],
        so_far: &[Option<f64>],
    ) -> Vec<Option<Worth>> {
        let checked = self.checked(possible, options);
        let world = possible.state.borrow();
        let weighing =
            Weighing { blind: &possible.blind, ..self.weighing(&world, &possible.names) };
        let (root, ledger) = (weighing.root(), weighing.ledger());
        let begin = |answer: Value| {
            let ((worth, prepared), added) =
                self.credited(|| weighing.weigh(&self.vm, &ledger, root, &answer));
            Begun { worth, added, prepared }
        };
        let answers = so_far.iter().zip(checked);
        let begun: Vec<Option<Begun>> =
            answers.map(|(so_far, answer)| so_far.and(answer).map(begin)).collect();
        let promising = self.promising(options, &begun);
        let go_on = |(begun, promises): (Option<Begun>, bool)| {
            let Begun { mut worth, mut added, prepared } = begun?;
            match prepared {
                Some(prepared) if promises => {
                    let think = || weighing.think_next(&self.vm, &ledger, worth, prepared);
                    let (with_next, more) = self.credited(think);
                    (worth, added) = (with_next, added + more);
                }
                Some(prepared) => prepared.leave(&self.vm),
                None => {}
            }
            Some(Worth { alone: worth.alone + added, ..worth })
        };
        begun.into_iter().zip(promising).map(go_on).collect()
    }

    /// Which answers are thought on from what they have prepared: all of the first where turns are
    /// played out, else those of each card and skill that are best by themselves.
    fn promising(&self, options: &[Answer], begun: &[Option<Begun>]) -> Vec<bool> {
        let prepare = options.iter().zip(begun).take(PREPARING_MAX).enumerate();
        let prepare = prepare.filter_map(|(at, (answer, begun))| {
            let begun = begun.as_ref().filter(|begun| begun.prepared.is_some())?;
            Some((at, used_name(self, answer), begun.alone()))
        });
        let each = if self.depth.is_none() { PREPARING_EACH } else { usize::MAX };
        let places = best_of_each(prepare.collect(), each);
        (0..options.len()).map(|at| places.contains(&at)).collect()
    }

    /// What answers are found to be in a world. Where whoever calls has looked for them in the
    /// first one and looks on, what was asked then is not asked again.
    fn checked(&self, possible: &Possible, options: &[Answer]) -> Vec<Option<Value>> {
        if !Rc::ptr_eq(&possible.state, &self.worlds[0].state) {
            self.vm.look_at(&possible.state);
        }
        let cx = Cx::new(&possible.state, &self.vm);
        let _look = cx.look();
        let renaming = Copies::renaming(&possible.names);
        let here = options.iter().map(|answer| renaming.answer(answer)).collect::<Vec<_>>();
        let trying = &self.vm.host.shared.trying;
        trying.set(true);
        let checked = weigh::checked(&cx, &self.request, &here);
        trying.set(false);
        checked
    }

    /// What a settlement that is put on a copy of the game comes to.
    pub(super) fn weigh_frame(&self, frame: &dyn Fn() -> Box<dyn Frame>) -> f64 {
        let share = 1.0 / self.worlds.len() as f64;
        let in_world = |possible: &Possible| {
            let world = possible.state.borrow();
            let (values, prices) = self.usual;
            let weighing = Weighing { values, prices, ..self.weighing(&world, &possible.names) };
            let (benefit, added) = self.credited(|| weighing.weigh_frame(&self.vm, frame()));
            benefit + added
        };
        let sum: f64 = self.worlds.iter().map(in_world).sum();
        self.vm.look_at(&self.worlds[0].state);
        sum * share
    }

    /// An estimate in a world in which nothing counts as lying there by lot.
    pub(super) fn weighing<'w>(&'w self, world: &'w State, names: &'w Names) -> Weighing<'w> {
        Weighing {
            engine: self.engine,
            world,
            names,
            values: self.values,
            prices: self.prices,
            blind: &self.open,
            stance: &self.stance,
            limits: self.limits,
        }
    }

    /// An estimate, and what strategies add to it.
    pub(super) fn credited<T>(&self, estimate: impl FnOnce() -> T) -> (T, f64) {
        let (credit, trying) = (&self.vm.host.shared.credit, &self.vm.host.shared.trying);
        let before = credit.replace(0.0);
        trying.set(true);
        let benefit = estimate();
        trying.set(false);
        (benefit, credit.replace(before))
    }
}

/// An answer that has been followed to where it is done.
struct Begun {
    worth: Worth,
    /// What strategies add to that.
    added: f64,
    prepared: Option<Prepared>,
}

impl Begun {
    fn alone(&self) -> f64 {
        self.worth.alone + self.added
    }
}

/// Of each name the places of those that are worth most, so many of them; of equals the first.
fn best_of_each(mut named: Vec<(usize, String, f64)>, each: usize) -> Vec<usize> {
    named.sort_by(|(_, _, one), (_, _, other)| other.total_cmp(one));
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    named.retain(|(_, name, _)| {
        let count = found.entry(name.clone()).or_default();
        *count += 1;
        *count <= each
    });
    named.into_iter().map(|(at, ..)| at).collect()
}

/// What the best of answers come to by themselves.
fn most_alone(weighed: &[Option<Worth>]) -> f64 {
    weighed.iter().flatten().map(|worth| worth.alone).fold(f64::NEG_INFINITY, f64::max)
}

/// What an answer counts for beside others that come to `best` at most by themselves.
fn counted(worth: Option<Worth>, best: f64) -> Option<f64> {
    worth.map(|worth| worth.beside(best)).filter(|worth| worth.is_finite())
}

#[cfg(test)]
mod tests {
    use super::best_of_each;

    #[test]
    fn of_each_name_the_best_are_left_and_of_equals_the_first() {
        let worth = [("a", 1.0), ("b", -5.0), ("a", 3.0), ("a", 1.0), ("a", -2.0), ("c", f64::NAN)];
        let named =
            || worth.iter().enumerate().map(|(at, (name, worth))| (at, (*name).to_owned(), *worth));
        let best = |each| {
            let mut places = best_of_each(named().collect(), each);
            places.sort_unstable();
            places
        };
        assert!(best(0).is_empty());
        assert_eq!(best(1), [1, 2, 5]);
        assert_eq!(best(2), [0, 1, 2, 5]);
        assert_eq!(best(3), [0, 1, 2, 3, 5]);
        assert_eq!(best(usize::MAX), [0, 1, 2, 3, 4, 5]);
    }
}
