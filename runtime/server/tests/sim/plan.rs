//! What kind of day a seed makes it.

use crate::maps::{MAPS, PLAIN};
use crate::random::Random;

/// The temper of a simulation.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) rooms: usize,
    pub(crate) first_map: usize,
    /// The first map of a plain day.
    pub(crate) plain_map: usize,
    pub(crate) clients: usize,
    pub(crate) shards: usize,
    /// Steps between two times of quiet.
    pub(crate) steps: u64,
    pub(crate) phases: u64,
    /// How slow the disk is.
    pub(crate) log_once_in: u64,
    /// How often the hash of a room is compared around a step.
    pub(crate) hash_once_in: u64,
    pub(crate) recent_events: usize,
    pub(crate) checkpoint_every: u64,
    pub(crate) outbound_batches: usize,
    pub(crate) shard_queue: usize,
    pub(crate) network_faults: bool,
    pub(crate) disk_faults: bool,
    pub(crate) crashes: bool,
    /// The real log on a simulated disk, instead of a model.
    pub(crate) real_log: bool,
    /// Inputs from before the last but one checkpoint are dropped now and then.
    pub(crate) retention: bool,
    /// The machine loses power as soon as its disk breaks.
    pub(crate) dies_with_disk: bool,
    /// People also walk and play cards, leave their seats to stand-ins, say things twice and out of
    /// order; authors change maps, and games go on from earlier moments in rooms of their own.
    pub(crate) lively: bool,
    /// There is an isolation shard, and rooms are sent there and home again.
    pub(crate) isolation_shard: bool,
}

impl Plan {
    /// A short and simple day, for trying every way in which its disk may fail.
    pub(crate) fn short(mut self) -> Self {
        self.rooms = 1;
        self.first_map = 0;
        self.lively = false;
        self.isolation_shard = false;
        self.clients = 3;
        self.steps = 300;
        self.phases = 1;
        self.hash_once_in = u64::MAX;
        self.network_faults = false;
        self.disk_faults = false;
        self.crashes = false;
        self.real_log = true;
        self
    }

    /// A day as days were when some seeds found something: those seeds go on doing it.
    pub(crate) fn plain(mut self) -> Self {
        if self.lively {
            (self.lively, self.first_map) = (false, self.plain_map);
        }
        self.isolation_shard = false;
        self
    }

    /// The maps that are played, the busiest first.
    pub(crate) fn maps(&self) -> &'static [&'static str] {
        if self.lively { &MAPS } else { &MAPS[..PLAIN] }
    }

    /// The day of a seed.
    pub(crate) fn of(seed: u64) -> Self {
        Self::draw(&mut Random::new(seed ^ 0xA5A5))
    }

    pub(crate) fn draw(random: &mut Random) -> Self {
        let mut plan = Self::draw_plain(random);
        plan.lively = !random.once_in(4);
        if plan.lively && random.once_in(2) {
            plan.first_map = PLAIN + random.below(MAPS.len() - PLAIN);
        }
        plan.isolation_shard = plan.lively && random.once_in(2);
        plan
    }

    fn draw_plain(random: &mut Random) -> Self {
        let pick = |random: &mut Random, from: &[usize]| from[random.below(from.len())];
        let real_log = !random.once_in(3);
        let retention = real_log && random.once_in(3);
        let rooms = 1 + random.below(2);
        let plain_map = pick(random, &[0, 0, 0, 1, 2]);
        Self {
            real_log,
            retention,
            rooms,
            first_map: plain_map,
            plain_map,
            clients: 2 + random.below(6),
            shards: 1 + random.below(2),
            steps: 200 + random.below(1000) as u64,
            phases: 1 + random.below(3) as u64,
            log_once_in: pick(random, &[1, 1, 2, 6]) as u64,
            hash_once_in: pick(random, &[4, 16, 64]) as u64,
            checkpoint_every: pick(random, &[3, 10, 64]) as u64,
            recent_events: pick(random, &[1, 8, 256, 256]),
            outbound_batches: pick(random, &[12, 32, 256]),
            shard_queue: pick(random, &[4, 64, 4096]),
            network_faults: !random.once_in(4),
            disk_faults: random.once_in(3),
            crashes: random.once_in(2),
            dies_with_disk: false,
            lively: false,
            isolation_shard: false,
        }
    }
}
