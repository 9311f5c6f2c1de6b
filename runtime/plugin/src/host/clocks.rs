use fangqi_protocol::{ClockView, SeatIndex, Tick};
use serde::{Deserialize, Serialize};

use super::Host;

/// Maximum number of overtime periods.
pub const PERIODS_MAX: u32 = 100;
/// Longest time a clock may show: a week.
pub const CLOCK_TICKS_MAX: Tick = 7 * 24 * 3600 * fangqi_protocol::TICKS_PER_SECOND;

/// How the game clocks count. All times are in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TimeControl {
    /// One stretch of time for the whole game.
    Sudden {
        /// Its length.
        main: Tick,
    },
    /// As `Sudden`, with an increment for every move.
    Fischer {
        /// Time at the beginning.
        main: Tick,
        /// What a move adds.
        increment: Tick,
    },
    /// After the main time, each move must be made within a period. A period that runs out is lost;
    /// when the last one does, time is up.
    Byoyomi {
        /// Time before the periods; may be 0.
        main: Tick,
        /// Number of periods.
        periods: u32,
        /// Length of a period.
        period: Tick,
    },
}

/// One seat's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Face {
    /// Ticks left of the main time or the present period.
    left: Tick,
    /// Whole periods left after it.
    later: u32,
    /// Whether the present stretch is a period.
    overtime: bool,
}

/// The game clocks of a room: one per seat, of which at most one runs.
///
/// The display is derived from the start time, so a running clock costs nothing until its time is
/// up. Time counts only while a player is present: no player loses on time because the server
/// stopped or all connections failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clocks {
    control: Option<TimeControl>,
    faces: Vec<Face>,
    running: Option<SeatIndex>,
    /// Room time up to which the running clock has been counted.
    since: Tick,
    /// Whether any player is present.
    attended: bool,
}

impl Face {
    fn new(control: TimeControl) -> Self {
        match control {
            TimeControl::Sudden { main } | TimeControl::Fischer { main, .. } => {
                Self { left: main, later: 0, overtime: false }
            }
            TimeControl::Byoyomi { main: 0, periods, period } => {
                Self { left: period, later: periods.saturating_sub(1), overtime: true }
            }
            TimeControl::Byoyomi { main, periods, .. } => {
                Self { left: main, later: periods, overtime: false }
            }
        }
    }

    /// Subtracts `ticks`, going on to further periods as needed.
    fn pass(&mut self, mut ticks: Tick, period: Tick) {
        while ticks >= self.left {
            ticks -= self.left;
            self.left = 0;
            if self.later == 0 {
                return;
            }
            self.later -= 1;
            self.left = period;
            self.overtime = true;
        }
        self.left -= ticks;
    }

    fn is_up(self) -> bool {
        self.left == 0 && self.later == 0
    }
}

impl Clocks {
    /// Resets the clocks of `seats` seats; none runs. `None` removes the clocks.
    pub fn set(&mut self, control: Option<TimeControl>, seats: usize) {
        self.control = control;
        self.running = None;
        self.faces = control.map_or(Vec::new(), |control| vec![Face::new(control); seats]);
    }

    /// Whether there are clocks.
    pub fn are_set(&self) -> bool {
        self.control.is_some()
    }

    /// Presses the clock: the seat whose clock runs has moved, and that of `seat` runs from now on.
    /// Returns whether it runs, which it does not if its time is up or it does not exist.
    pub fn start(&mut self, seat: SeatIndex, now: Tick) -> bool {
        if self.running == Some(seat) {
            return true;
        }
        self.press(now);
        let runs = self.faces.get(usize::from(seat)).is_some_and(|face| !face.is_up());
        self.running = runs.then_some(seat);
        self.since = now;
        runs
    }

    /// Stops the running clock without a move.
    pub fn stop(&mut self, now: Tick) {
        self.settle(now);
        self.running = None;
    }

    /// Adds ticks to a clock, or subtracts them; in overtime, to the present period.
    pub fn add(&mut self, seat: SeatIndex, ticks: i64, now: Tick) {
        self.settle(now);
        let period = self.period();
        let Some(face) = self.faces.get_mut(usize::from(seat)) else { return };
        face.left = face.left.saturating_add_signed(ticks).min(CLOCK_TICKS_MAX);
        // If the stretch is used up, the next period begins.
        face.pass(0, period);
    }

    /// Ticks left of the present stretch, and whole periods after it; `None` without a clock.
    pub fn left(&self, seat: SeatIndex, now: Tick) -> Option<(Tick, u32)> {
        let mut face = *self.faces.get(usize::from(seat))?;
        if self.running == Some(seat) {
            face.pass(self.passed(now), self.period());
        }
        Some((face.left, face.later))
    }

    /// Notes whether any player is present, since time counts only then.
    pub fn attend(&mut self, attended: bool, now: Tick) {
        self.settle(now);
        self.attended = attended;
    }

    /// When the running clock's time will be up.
    pub fn due(&self) -> Option<Tick> {
        let face = self.faces.get(usize::from(self.running?))?;
        let whole = face.left + Tick::from(face.later) * self.period();
        self.attended.then_some(self.since + whole)
    }

    /// Stops the running clock if its time is up at `now`. Returns its seat.
    pub fn take_flag(&mut self, now: Tick) -> Option<SeatIndex> {
        self.due().filter(|due| *due <= now)?;
        self.settle(now);
        self.running.take()
    }

    /// The clocks as everyone sees them; `shift` is how far outside time is ahead of the room's.
    pub fn view(&self, shift: Tick) -> Vec<ClockView> {
        let view = |(seat, face): (usize, &Face)| ClockView {
            left: face.left,
            later: face.later,
            period: self.period(),
            overtime: face.overtime,
            running: self.attended
                && self.running.is_some_and(|running| usize::from(running) == seat),
            at: self.since + shift,
        };
        self.faces.iter().enumerate().map(view).collect()
    }

    /// Applies the time control for a move by the seat whose clock runs.
    fn press(&mut self, now: Tick) {
        self.settle(now);
        let Some(face) = self.running.and_then(|seat| self.faces.get_mut(usize::from(seat))) else {
            return;
        };
        match self.control {
            _ if face.is_up() => {}
            Some(TimeControl::Fischer { increment, .. }) => {
                face.left = (face.left + increment).min(CLOCK_TICKS_MAX);
            }
            Some(TimeControl::Byoyomi { period, .. }) if face.overtime => face.left = period,
            _ => {}
        }
    }

    /// Subtracts the time passed from the running clock.
    fn settle(&mut self, now: Tick) {
        let (passed, period) = (self.passed(now), self.period());
        if let Some(face) = self.running.and_then(|seat| self.faces.get_mut(usize::from(seat))) {
            face.pass(passed, period);
        }
        self.since = now;
    }

    fn passed(&self, now: Tick) -> Tick {
        if self.attended { now.saturating_sub(self.since) } else { 0 }
    }

    fn period(&self) -> Tick {
        match self.control {
            Some(TimeControl::Byoyomi { period, .. }) => period,
            _ => 0,
        }
    }
}

impl Host {
    /// Raises `Clock.Flag` for the seat whose time is up.
    pub(super) fn release_flag(&mut self) {
        if let Some(seat) = self.clocks.take_flag(self.clock) {
            self.raise("Clock.Flag", vec![("seat", seat.into())]);
        }
    }
}
