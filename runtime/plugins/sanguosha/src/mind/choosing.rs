//! Which of all that may be answered is best, by what each comes to.

use fangqi_sanguosha::{Answer, Ask, Frequency};

use fangqi_kit::Rng;

use super::sight::Sight;
use super::{AGAIN, Explained, Mind, asking};

/// Uses in one play phase, so that one that always seems to pay ends.
const USES_MAX: u32 = 30;
/// The priority of what nothing is said of.
const USUAL_PRIORITY: f64 = 3.0;

/// What answers are worth, the places of those that are worth something with it, the best first,
/// and why.
type Ranked = (Vec<Option<f64>>, Vec<(usize, f64)>, Option<Explained>);

impl Mind {
    /// The calculator: everything that may be answered is tried out.
    pub(super) fn calculate(&self, sight: &Sight<'_>) -> (Option<Answer>, Option<Explained>) {
        let cx = sight.cx();
        let look = cx.look();
        let mut options = sight.options();
        let refused = sight.engine.refused();
        if options.iter().any(|answer| !refused.contains(answer)) {
            options.retain(|answer| !refused.contains(answer));
        }
        if let [only] = &options[..] {
            return (Some(only.clone()), None);
        }
        let worth = sight.weigh_all(&options);
        drop(look);
        let (worth, order, explained) = self.ranked(sight, &options, worth);
        if !refused.is_empty() {
            return (self.any_of_the_best(sight, &options, &order), explained);
        }
        let Some(&(best, most)) = order.first() else { return (None, explained) };
        let accept = options.iter().position(|answer| *answer == Answer::Accept);
        let usual = self.is_frequent(&sight.request.ask);
        let best = match accept {
            // Skills that seem to come to nothing are invoked where they usually are.
            Some(accept) if usual && worth[accept].is_some_and(|worth| worth >= most) => accept,
            _ => best,
        };
        (Some(options[best].clone()), explained)
    }

    /// One of those that are worth most, by lot: the question has come again.
    fn any_of_the_best(
        &self,
        sight: &Sight<'_>,
        options: &[Answer],
        order: &[(usize, f64)],
    ) -> Option<Answer> {
        let (_, most) = order.first()?;
        let equals = order.iter().take_while(|(_, worth)| worth == most).count();
        let mut rng = Rng::new(self.seed_of(sight.request.who, AGAIN));
        let (at, _) = order[rng.below(equals)];
        Some(options[at].clone())
    }

    /// Answers with what they are worth where the level looks further ahead, in order, the best
    /// first, and why if that is asked.
    fn ranked(&self, sight: &Sight<'_>, options: &[Answer], mut worth: Vec<Option<f64>>) -> Ranked {
        if let Some(depth) = sight.depth {
            worth = sight.look_ahead(options, &worth, depth);
        }
        let order = in_order(&worth);
        let explained = self.explaining.then(|| {
            let candidates = order.iter().map(|&(at, worth)| (&options[at], worth));
            self.because(sight, "calculator", candidates)
        });
        (worth, order, explained)
    }

    fn is_frequent(&self, ask: &Ask) -> bool {
        let Ask::Invoke { skill, .. } = ask else { return false };
        let catalogue = self.vm.catalogue();
        let skill = catalogue.find_skill(skill).map(|id| catalogue.skill(id));
        skill.is_some_and(|skill| skill.frequency == Frequency::Frequent)
    }

    /// The play phase: of what is worth using the best, and rather what should come first. What the
    /// packages' AI decides about, it alone does.
    pub(super) fn act(
        &self,
        sight: &Sight<'_>,
        said: Option<asking::Said>,
        decided: &[String],
    ) -> (Option<Answer>, Option<Explained>) {
        if self.used.1 > USES_MAX {
            return (Some(Answer::Decline), None);
        }
        let cx = sight.cx();
        let look = cx.look();
        let mut options = sight.options();
        options.retain(|answer| !decided.contains(&used_name(sight, answer)));
        let mut worth = sight.weigh_all(&options);
        drop(look);
        if let Some(said) = said {
            // What it does not expect to lose by, it is to do.
            let least = self.learned.using;
            worth.push(Some(match said.benefit {
                Some(benefit) if benefit < 0.0 => benefit,
                benefit => benefit.unwrap_or(least).max(least),
            }));
            options.push(said.answer);
        }
        let (_, order, explained) = self.ranked(sight, &options, worth);
        if sight.depth.is_some() {
            return (order.first().map(|&(at, _)| options[at].clone()), explained);
        }
        let early = |at: usize| self.priority(sight, &options[at]) * self.learned.priority;
        let best = order
            .iter()
            .filter(|(at, worth)| *worth >= self.learned.using && options[*at] != Answer::Decline)
            .map(|&(at, worth)| (at, worth + early(at)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        (Some(best.map_or(Answer::Decline, |(at, ..)| options[at].clone())), explained)
    }

    /// How early something is used.
    fn priority(&self, sight: &Sight<'_>, answer: &Answer) -> f64 {
        let named = |name: &str| self.priorities.iter().find(|(known, _)| known == name);
        let found = match answer {
            Answer::Skill { skill, .. } => named(skill),
            Answer::Card(card, _) => {
                let state = sight.worlds[0].state.borrow();
                // Cards of skills are all of one class: they go by their names.
                let by_name = |name: &str| named(name.trim_start_matches('#'));
                state.kind(card, |kind| {
                    by_name(&kind.name)
                        .or_else(|| kind.ancestors.iter().find_map(|class| named(class)))
                })
            }
            _ => None,
        };
        found.map_or(USUAL_PRIORITY, |(_, priority)| *priority)
    }
}

/// What is used, by its name: a card, or the skill that makes one.
pub(super) fn used_name(sight: &Sight<'_>, answer: &Answer) -> String {
    match answer {
        Answer::Skill { skill, .. } => skill.to_string(),
        Answer::Card(card, _) => sight.worlds[0].state.borrow().card_name(card).to_string(),
        _ => String::new(),
    }
}

/// Answers by what they are worth, the best first; of equals the first.
fn in_order(worth: &[Option<f64>]) -> Vec<(usize, f64)> {
    let mut order: Vec<(usize, f64)> =
        worth.iter().enumerate().filter_map(|(at, worth)| Some((at, (*worth)?))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order
}
