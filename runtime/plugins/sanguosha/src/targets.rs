//! Whom a card may be used on: what the engine asks of packages about cards and their targets.
//! Whole questions are put in one crossing; should a function fail in one, whoever asks puts the
//! small questions one by one, and what fails there is told.

use fangqi_sanguosha::reach::TargetProblem;
use fangqi_sanguosha::{Card, NextTargets, PlayerId, Usage};
use mlua::{FromLuaMulti, Function, IntoLuaMulti};

use super::convert::{Made, Players, Who};
use super::host::Host;
use super::query_cache::{QueryCache, What};
use super::scripts::{ALL, Ranged};

impl Host {
    /// A question about several things at once; nothing if one of the functions fails.
    fn ask_whole<R: FromLuaMulti>(
        &self,
        function: &Function,
        args: impl IntoLuaMulti,
    ) -> Option<R> {
        self.shared.enter();
        let answer = self.vm.call(function, args).ok();
        if answer.is_none() {
            // Nobody looks at its panel any more.
            let _: Result<(), _> = self.vm.call(&self.run.reset, ());
        }
        answer
    }

    /// Whether some skill forbids a use of a card. Should one fail, each is asked by itself.
    fn ask_prohibited(&self, from: PlayerId, to: PlayerId, card: &Card) -> bool {
        let args = |first, last| Ranged(first, last, (Who(from), Who(to), Made(card.clone())));
        self.shared.enter();
        if let Ok(answer) = self.vm.call(&self.run.prohibited, args(1, ALL)) {
            return answer;
        }
        (1..=self.asked_count("prohibit")).any(|at| {
            let name = || self.asked_name("prohibit", at);
            self.ask(&self.run.prohibited, || args(at, at), name).unwrap_or(false)
        })
    }

    /// Whether there is a skill that may forbid something.
    fn may_forbid(&self) -> bool {
        self.shared.game().is_ok_and(|game| game.borrow().may_forbid())
    }

    /// Whether prohibit skills have nothing to say about a use.
    fn is_free(&self, usage: Usage<'_>) -> bool {
        usage.free || !self.may_forbid()
    }

    pub(super) fn is_prohibited(&self, from: PlayerId, to: PlayerId, card: &Card) -> bool {
        if !self.may_forbid() {
            return false;
        }
        let looking = &self.shared.looking;
        let question = looking.about_card(What::Prohibited, card, from, &[], Some(to));
        looking.kept(question, || self.ask_prohibited(from, to, card))
    }

    /// Whether a candidate may be chosen after those chosen.
    pub(super) fn takes(
        &self,
        card: &Card,
        chosen: &[PlayerId],
        candidate: PlayerId,
        user: PlayerId,
    ) -> bool {
        let looking = &self.shared.looking;
        let question = looking.about_card(What::Target, card, user, chosen, Some(candidate));
        looking.kept(question, || {
            let args = || (Made(card.clone()), Players(chosen), Who(candidate), Who(user));
            self.ask(&self.run.target_filter, args, || self.card_name(card)).unwrap_or(false)
        })
    }

    pub(super) fn is_feasible(&self, card: &Card, chosen: &[PlayerId], user: PlayerId) -> bool {
        let looking = &self.shared.looking;
        looking.kept(looking.about_card(What::Feasible, card, user, chosen, None), || {
            let args = || (Made(card.clone()), Players(chosen), Who(user));
            self.ask(&self.run.feasible, args, || self.card_name(card)).unwrap_or(false)
        })
    }

    /// Whether a card may be used at all in the play phase.
    pub(super) fn is_available(&self, card: &Card, user: PlayerId) -> bool {
        let looking = &self.shared.looking;
        looking.kept(looking.about_card(What::Available, card, user, &[], None), || {
            let args = || (Made(card.clone()), Who(user));
            self.ask(&self.run.available, args, || self.card_name(card)).unwrap_or(false)
        })
    }

    /// The first of the candidates that may be chosen, if any; nothing at all if a function fails.
    pub(super) fn first_target(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> Option<Option<PlayerId>> {
        let Usage { card, user, .. } = usage;
        if candidates.is_empty() {
            return Some(None);
        }
        let freely = self.is_free(usage);
        let args = (Made(card.clone()), Players(chosen), Players(candidates), Who(user), freely);
        let (found, enough) =
            self.ask_whole::<(Option<usize>, bool)>(&self.run.first_target, args)?;
        let place = found.and_then(|place| place.checked_sub(1));
        let Some(&to) = place.and_then(|at| candidates.get(at)) else { return Some(None) };
        self.keep_target(usage, chosen, to);
        let all: Vec<PlayerId> = chosen.iter().copied().chain([to]).collect();
        let looking = &self.shared.looking;
        looking.keep(looking.about_card(What::Feasible, card, user, &all, None), enough);
        Some(Some(to))
    }

    /// Keeps for this look that somebody may be chosen.
    fn keep_target(&self, usage: Usage<'_>, chosen: &[PlayerId], to: PlayerId) {
        let Usage { card, user, free } = usage;
        let looking = &self.shared.looking;
        looking.keep(looking.about_card(What::Target, card, user, chosen, Some(to)), true);
        if !free {
            looking.keep(looking.about_card(What::Prohibited, card, user, &[], Some(to)), false);
        }
    }

    /// What may follow on those chosen; nothing if a function fails.
    pub(super) fn next_targets(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> Option<NextTargets> {
        let Usage { card, user, .. } = usage;
        let bit = |player: PlayerId| 1u32.checked_shl(u32::from(player.0)).unwrap_or(0);
        let bits = candidates.iter().fold(0, |bits, &player| bits | bit(player));
        let freely = self.is_free(usage);
        let args = (Made(card.clone()), Players(chosen), bits, Who(user), freely);
        let (found, enough) = self.ask_whole::<(u32, bool)>(&self.run.next_targets, args)?;
        let mut players = candidates.to_vec();
        players.retain(|&player| found & bit(player) != 0);
        for &to in &players {
            self.keep_target(usage, chosen, to);
        }
        if !chosen.is_empty() {
            let looking = &self.shared.looking;
            looking.keep(looking.about_card(What::Feasible, card, user, chosen, None), enough);
        }
        Some(NextTargets { players, enough })
    }

    /// Whether a card may be used on these; nothing if a function fails.
    pub(super) fn legal(
        &self,
        usage: Usage<'_>,
        targets: &[PlayerId],
    ) -> Option<Result<(), TargetProblem>> {
        if self.shared.looking.allows(usage, targets) {
            return Some(Ok(()));
        }
        let Usage { card, user, .. } = usage;
        let freely = self.is_free(usage);
        let args = (Made(card.clone()), Players(targets), Who(user), freely);
        let place = self.ask_whole::<i32>(&self.run.legal, args)?;
        Some(match usize::try_from(place).map(|place| place.checked_sub(1)) {
            Ok(None) => Ok(()),
            Ok(Some(at)) => Err(TargetProblem::Illegal(targets[at])),
            Err(_) => Err(TargetProblem::Infeasible),
        })
    }
}

impl QueryCache {
    /// Whether all that a use is checked for was answered with yes in this look.
    fn allows(&self, usage: Usage<'_>, targets: &[PlayerId]) -> bool {
        let Usage { card, user, free } = usage;
        let known = |what, chosen: &[PlayerId], to| {
            self.known(self.about_card(what, card, user, chosen, to))
        };
        known(What::Feasible, targets, None) == Some(true)
            && targets.iter().enumerate().all(|(at, &to)| {
                let allowed = free || known(What::Prohibited, &[], Some(to)) == Some(false);
                allowed && known(What::Target, &targets[..at], Some(to)) == Some(true)
            })
    }
}
