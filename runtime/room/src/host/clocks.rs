use serde::{Deserialize, Serialize};

use super::Host;
use crate::model::{ClockView, SeatIndex, Tick};

/// Periods of overtime a seat may have.
pub const PERIODS_MAX: u32 = 100;
/// Longest time a clock may show: a week.
pub const CLOCK_TICKS_MAX: Tick = 7 * 24 * 3600 * super::TICKS_PER_SECOND;

/// How the game clocks count. All times in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TimeControl {
    /// One stretch of time for the whole game.
    Sudden {
        /// Its length.
        main: Tick,
    },
    /// As `Sudden`, and every move adds to it.
    Fischer {
        /// Time at the beginning.
        main: Tick,
        /// What a move adds.
        increment: Tick,
    },
    /// When the main time is used up, a move must be made within each period; one that is not is
    /// lost, and with the last of them the game.
    Byoyomi {
        /// Time before the periods; may be 0.
        main: Tick,
        /// How many periods.
        periods: u32,
        /// Length of a period.
        period: Tick,
    },
}

/// One seat's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Face {
    /// Ticks left of the present stretch.
    left: Tick,
    /// Whole periods after it.
    later: u32,
    /// Whether the present stretch is a period.
    overtime: bool,
}

/// The game clocks of a room: one a seat, of which at most one runs.
///
/// What a clock shows is derived from when it was started, so a running clock costs nothing until
/// its time is up. Time only counts while somebody is in the room: nobody loses on time because the
/// server stopped, or because everyone's line went down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clocks {
    control: Option<TimeControl>,
    faces: Vec<Face>,
    running: Option<SeatIndex>,
    /// When the running clock was last brought up to date.
    since: Tick,
    /// Whether somebody is in the room.
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

    /// Lets time pass.
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
    /// Sets the clocks of all `seats` to the beginning; none runs. `None` puts the clocks away.
    pub fn set(&mut self, control: Option<TimeControl>, seats: usize) {
        self.control = control;
        self.running = None;
        self.faces = control.map_or(Vec::new(), |control| vec![Face::new(control); seats]);
    }

    /// Whether there are clocks.
    pub fn are_set(&self) -> bool {
        self.control.is_some()
    }

    /// Presses the clock: whoever's runs has made its move, and that of `seat` runs from now on.
    /// Whether it does: a clock whose time is up does not, nor one that there is not.
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

    /// Stops the running clock as it stands; no move was made.
    pub fn stop(&mut self, now: Tick) {
        self.settle(now);
        self.running = None;
    }

    /// Adds to a clock, or takes away. In overtime that is the present period.
    pub fn add(&mut self, seat: SeatIndex, ticks: i64, now: Tick) {
        self.settle(now);
        let period = self.period();
        let Some(face) = self.faces.get_mut(usize::from(seat)) else { return };
        face.left = face.left.saturating_add_signed(ticks).min(CLOCK_TICKS_MAX);
        // A stretch that is used up gives way to the next.
        face.pass(0, period);
    }

    /// Ticks left of the present stretch, and whole periods after it.
    pub fn left(&self, seat: SeatIndex, now: Tick) -> Option<(Tick, u32)> {
        let mut face = *self.faces.get(usize::from(seat))?;
        if self.running == Some(seat) {
            face.pass(self.passed(now), self.period());
        }
        Some((face.left, face.later))
    }

    /// Notes whether somebody is in the room: time only counts while that is so.
    pub fn attend(&mut self, attended: bool, now: Tick) {
        self.settle(now);
        self.attended = attended;
    }

    /// When the time of the running clock will be up.
    pub fn due(&self) -> Option<Tick> {
        let face = self.faces.get(usize::from(self.running?))?;
        let whole = face.left + Tick::from(face.later) * self.period();
        self.attended.then_some(self.since + whole)
    }

    /// The seat whose time is up at `now`; its clock stops.
    pub fn take_flag(&mut self, now: Tick) -> Option<SeatIndex> {
        self.due().filter(|due| *due <= now)?;
        self.settle(now);
        self.running.take()
    }

    /// As everyone sees them; `shift` is what outside time is ahead of the room's.
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

    /// The player whose clock runs has moved.
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

    /// Brings the running clock up to date.
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
