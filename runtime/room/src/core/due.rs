//! Due times: what happens in a room by itself, and when.

use fangqi_plugin::host::Fields;
use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use super::fold::{Fold, StepFault};

impl Fold {
    /// When something in the room is next due.
    pub(super) fn next_due(&self) -> Option<Tick> {
        self.next_deadline().into_iter().chain(self.next_tick()).min()
    }

    /// [`Self::next_due`], if that is `to` or before.
    fn due_by(&self, to: Tick) -> Option<Tick> {
        // What happens at each tick has happened at this one already. `next_tick` is expensive in
        // rooms with many living things, and each of their inputs passes here.
        let now = self.ctx.host().clock;
        let next = if now < to { self.next_due() } else { self.next_deadline() };
        next.filter(|due| *due <= to)
    }

    /// The next due time that was set explicitly.
    fn next_deadline(&self) -> Option<Tick> {
        let host = self.ctx.host();
        let due = [
            host.timers.next_due(),
            host.requests.next_deadline(),
            host.clocks.due(),
            host.next_absence(),
            host.next_effect_end(),
            host.plugins.next_due(),
        ];
        due.into_iter().flatten().min()
    }

    /// The next tick after the present one at which something happens by itself.
    fn next_tick(&self) -> Option<Tick> {
        let every_tick = self.runs_every_tick().then(|| self.ctx.host().clock + 1);
        let of_plugins = self.hooks().filter_map(|hooks| hooks.next_tick(&self.ctx));
        of_plugins.chain(every_tick).min()
    }

    /// Advances room time to `to` and runs everything due on the way at its own time.
    pub(super) fn advance(&mut self, to: Tick) -> Result<(), StepFault> {
        while let Some(due) = self.due_by(to) {
            let clock = self.ctx.host().clock;
            self.set_clock(clock.max(due));
            self.released = true;
            self.ctx.host().release_due();
            self.hooks().for_each(|hooks| hooks.tick(&self.ctx));
            self.ctx.host().end_due();
            if self.runs_every_tick() {
                self.raise_run();
            }
            self.run_ready()?;
        }
        let clock = self.ctx.host().clock;
        self.set_clock(clock.max(to));
        Ok(())
    }

    /// Whether a script listens to the events of every tick.
    fn runs_every_tick(&self) -> bool {
        let script = self.ctx.script();
        ["Game.Run", "Game.RunTime"].iter().any(|name| script.handlers.contains_key(*name))
    }

    /// Raises the events of a tick. `Game.RunTime` in its newer form is raised each tick
    /// and has the field `second` only at whole seconds.
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
