use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fangqi_protocol::StepCost;
use serde::{Deserialize, Serialize};

/// Largest number of handlers listed per map. Further ones are counted together, so that a script
/// which keeps creating functions with new names does not fill the memory.
const HANDLERS_MAX: usize = 1024;
/// Largest number of maps listed.
const MAPS_MAX: usize = 1024;

/// Fuel spent by the handlers of each map since the server started.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    maps: Mutex<BTreeMap<String, Handlers>>,
}

type Handlers = BTreeMap<Handler, Spent>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Handler {
    event: String,
    script: String,
    line: u32,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Spent {
    calls: u64,
    fuel: u64,
    most: u64,
}

/// What one handler of a map has spent in another process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Spending {
    map: String,
    handler: Handler,
    spent: Spent,
}

/// One handler's costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Line {
    /// The event it is registered for, or what else started it.
    pub(crate) event: String,
    /// Script and line of its definition.
    pub(crate) place: String,
    /// Number of runs; each wait within the handler begins another run.
    pub(crate) calls: u64,
    /// Fuel of all runs.
    pub(crate) fuel: u64,
    /// Fuel of the most expensive run.
    pub(crate) most: u64,
}

impl Profile {
    fn maps(&self) -> MutexGuard<'_, BTreeMap<String, Handlers>> {
        self.maps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the costs of one input's steps.
    pub(crate) fn add(&self, map: &str, costs: Vec<StepCost>) {
        if costs.is_empty() {
            return;
        }
        let mut maps = self.maps();
        for StepCost { event, script, line, fuel, .. } in costs {
            let spent = Spent { calls: 1, fuel, most: fuel };
            add(&mut maps, map, Handler { event, script, line }, spent);
        }
    }

    /// Everything that was added since the last call.
    pub(super) fn take(&self) -> Vec<Spending> {
        let maps = std::mem::take(&mut *self.maps());
        let spending = maps.into_iter().flat_map(|(map, handlers)| {
            handlers.into_iter().map(move |(handler, spent)| Spending {
                map: map.clone(),
                handler,
                spent,
            })
        });
        spending.collect()
    }

    /// Adds what [`Self::take`] returned in another process.
    pub(super) fn merge(&self, spending: Vec<Spending>) {
        let mut maps = self.maps();
        for Spending { map, handler, spent } in spending {
            add(&mut maps, &map, handler, spent);
        }
    }

    /// The handlers of a map, the most expensive first; `None` for a map that has not run.
    pub(crate) fn of(&self, map: &str) -> Option<Vec<Line>> {
        let maps = self.maps();
        let mut lines: Vec<Line> = maps
            .get(map)?
            .iter()
            .map(|(handler, spent)| Line {
                event: handler.event.clone(),
                place: format!("{}:{}", handler.script, handler.line),
                calls: spent.calls,
                fuel: spent.fuel,
                most: spent.most,
            })
            .collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.fuel));
        Some(lines)
    }

    /// The total fuel spent by each map.
    pub(super) fn totals(&self) -> Vec<(String, u64)> {
        let maps = self.maps();
        let total = |handlers: &Handlers| handlers.values().map(|spent| spent.fuel).sum();
        maps.iter().map(|(map, handlers)| (map.clone(), total(handlers))).collect()
    }
}

fn add(maps: &mut BTreeMap<String, Handlers>, map: &str, mut handler: Handler, more: Spent) {
    if !maps.contains_key(map) {
        if maps.len() >= MAPS_MAX {
            return;
        }
        maps.insert(map.to_owned(), Handlers::new());
    }
    let Some(handlers) = maps.get_mut(map) else { return };
    if handlers.len() >= HANDLERS_MAX && !handlers.contains_key(&handler) {
        handler = Handler { event: "(others)".into(), script: String::new(), line: 0 };
    }
    let spent = handlers.entry(handler).or_default();
    spent.calls += more.calls;
    spent.fuel += more.fuel;
    spent.most = spent.most.max(more.most);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(event: &str, line: u32, fuel: u64) -> StepCost {
        StepCost {
            event: event.to_owned(),
            script: "main.lua".to_owned(),
            line,
            fuel,
            called: true,
        }
    }

    #[test]
    fn costs_add_up_and_the_costliest_comes_first() {
        let profile = Profile::default();
        profile.add("m", vec![cost("Room.Sit", 3, 10), cost("Game.Run", 9, 4)]);
        profile.add("m", vec![cost("Game.Run", 9, 20)]);
        profile.add("other", vec![cost("Room.Sit", 1, 1)]);
        let lines = profile.of("m").unwrap();
        let run = Line {
            event: "Game.Run".into(),
            place: "main.lua:9".into(),
            calls: 2,
            fuel: 24,
            most: 20,
        };
        assert_eq!((&lines[0], lines.len()), (&run, 2));
        assert_eq!(profile.of("none"), None);
        assert_eq!(profile.totals(), [("m".into(), 34), ("other".into(), 1)]);
    }

    #[test]
    fn ever_new_handlers_are_counted_together() {
        let profile = Profile::default();
        for line in 0..5000 {
            profile.add("m", vec![cost("x", line, 1)]);
        }
        let lines = profile.of("m").unwrap();
        assert_eq!(lines.len(), HANDLERS_MAX + 1);
        assert_eq!(lines.iter().map(|line| line.calls).sum::<u64>(), 5000);
    }
}
