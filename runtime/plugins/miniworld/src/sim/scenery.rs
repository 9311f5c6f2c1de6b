//! The time of day, and drawings in space.

use fangqi_plugin::Fields;

use crate::living::{Graph, HOURS};
use crate::room::MiniRoom;
use crate::views::GraphEnd;

/// Drawings in space at one time.
pub(super) const GRAPHS_MAX: usize = 4096;

impl MiniRoom<'_> {
    /// Lets the hour change when its time has come.
    pub(super) fn tick_hour(&mut self) {
        let Some(before) = self.clock.checked_sub(1) else { return };
        if self.sim.scenery.next_hour(before) == Some(self.clock) {
            self.set_hour((self.globals.hour + 1) % HOURS);
        }
    }

    /// Sets the hour of the day, and tells if it is another.
    pub fn set_hour(&mut self, hour: u8) {
        let changed = self.globals.hour != hour;
        self.globals.hour = hour;
        if self.sim.scenery.clock_speed > 0.0 {
            self.sim.scenery.hour_since = self.clock;
        }
        if changed {
            self.tell("Game.Hour", Fields::none().with("hour", hour));
        }
    }

    /// Sets the weather of a group of terrain, and tells if it is another.
    pub fn set_weather(&mut self, group: i32, weather: i32) {
        let scenery = &mut self.sim.scenery;
        let before = scenery.weather_of(group);
        scenery.weather.insert(group, weather);
        if before != weather {
            self.tell("Weather.Changed", Fields::none());
        }
    }

    /// Adds a drawing in space and gives its number.
    ///
    /// # Errors
    /// There are too many.
    pub fn add_graph(&mut self, graph: Graph) -> Result<u32, String> {
        if self.sim.scenery.graphs.len() >= GRAPHS_MAX {
            return Err(format!("a room can show {GRAPHS_MAX} drawings"));
        }
        let id = self.globals.fresh_id();
        self.sim.scenery.graphs.insert(id, graph);
        Ok(id)
    }

    /// Takes away what was drawn on an object that is no more.
    pub(super) fn unlink_graphs(&mut self, id: u64) {
        let gone = |end: &GraphEnd| *end == GraphEnd::Object(id);
        self.sim
            .scenery
            .graphs
            .retain(|_, graph| !gone(&graph.from) && !graph.to.as_ref().is_some_and(gone));
    }
}
