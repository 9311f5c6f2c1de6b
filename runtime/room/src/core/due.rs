//! What falls due in a room, and when.

use super::fold::{Fold, StepFault};
use crate::host::TICKS_PER_SECOND;
use crate::model::Tick;
use crate::sim::Fields;

impl Fold {
    /// When something in the room is next due.
    pub(super) fn next_due(&self) -> Option<Tick> {
        self.next_deadline().into_iter().chain(self.next_tick()).min()
    }

    /// The same, if that is `to` or before.
    fn due_by(&self, to: Tick) -> Option<Tick> {
        // What happens tick by tick has happened in this one, and is dear to ask for where many
        // live: each of their inputs comes by here.
        let now = self.ctx.host().clock;
        let next = if now < to { self.next_due() } else { self.next_deadline() };
        next.filter(|due| *due <= to)
    }

    /// When something in the room is next due that was set to a time.
    fn next_deadline(&self) -> Option<Tick> {
        let host = self.ctx.host();
        let due = [
            host.timers.next_due(),
            host.requests.next_deadline(),
            host.clocks.due(),
            host.next_absence(),
            host.next_effect_end(),
        ];
        due.into_iter().flatten().min()
    }

    /// When something in the room happens next by itself: after now.
    fn next_tick(&self) -> Option<Tick> {
        let every_tick = self.runs_every_tick();
        let host = self.ctx.host();
        let due = [
            host.minitimers.next_change(host.clock),
            host.next_stir(host.clock),
            every_tick.then_some(host.clock + 1),
        ];
        due.into_iter().flatten().min()
    }

    /// Lets room time pass until `to`, running what falls due at its own time.
    pub(super) fn advance(&mut self, to: Tick) -> Result<(), StepFault> {
        while let Some(due) = self.due_by(to) {
            let clock = self.ctx.host().clock;
            self.set_clock(clock.max(due));
            self.released = true;
            self.ctx.host().release_due();
            if self.runs_every_tick() {
                self.raise_run();
            }
            self.run_ready()?;
        }
        let clock = self.ctx.host().clock;
        self.set_clock(clock.max(to));
        Ok(())
    }

    /// Whether a script wants to be called each tick.
    fn runs_every_tick(&self) -> bool {
        let script = self.ctx.script();
        ["Game.Run", "Game.RunTime"].iter().any(|name| script.handlers.contains_key(*name))
    }

    /// Raises the events of a tick. Mini World's newer form of the second is raised each tick and
    /// names the second only when that is a whole one.
    fn raise_run(&self) {
        let mut host = self.ctx.host();
        let now = host.clock;
        host.tell("Game.Run", Fields::none());
        if !host.hears("Game.RunTime") {
            return;
        }
        let fields = Fields::none().with("ticks", now);
        let whole = now.is_multiple_of(TICKS_PER_SECOND);
        let second = now / TICKS_PER_SECOND;
        host.tell("Game.RunTime", if whole { fields.with("second", second) } else { fields });
    }
}
