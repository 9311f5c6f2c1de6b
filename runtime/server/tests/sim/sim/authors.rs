//! Authors save their maps, and people go on from earlier moments of their games.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use fangqi_server::{ReloadOutcome, RoomReload};

use super::{Fault, Sim};
use crate::maps::bazaar;
use crate::trace::note;

/// Steps of all shards in which whatever is asked of them must be done.
const PATIENCE: usize = 20_000;

impl Sim {
    /// A map is saved, what came of it is decided, or a room branches off.
    pub(super) fn edit(&mut self) -> Result<(), Fault> {
        match self.random.below(3) {
            0 => self.save_map(),
            1 => self.decide(),
            _ => {
                self.branch();
                Ok(())
            }
        }
    }

    fn save_map(&mut self) -> Result<(), Fault> {
        let version = self.random.below(4);
        let reload = self.server.reload(bazaar(version));
        let outcomes = self.complete(reload)?;
        note(format_args!("version {version} of the bazaar: {outcomes:?}"));
        self.count(&outcomes);
        Ok(())
    }

    fn decide(&mut self) -> Result<(), Fault> {
        let Some(room) = self.random.pick(&self.rooms).cloned() else { return Ok(()) };
        let accept = self.random.once_in(2);
        let decide = self.server.decide(&room, accept);
        let outcome = self.complete(decide)?;
        note(format_args!("decided ({accept}): {outcome:?}"));
        self.count(&[outcome]);
        Ok(())
    }

    fn count(&mut self, outcomes: &[RoomReload]) {
        let taken = |reload: &&RoomReload| {
            matches!(reload.outcome, ReloadOutcome::Swapped | ReloadOutcome::Accepted)
        };
        self.stats.reloads += outcomes.iter().filter(taken).count() as u64;
    }

    fn branch(&mut self) {
        let Some(room) = self.random.pick(&self.rooms).cloned() else { return };
        if self.rooms.len() + self.opening.len() >= 4 {
            return;
        }
        let last = self.server.look(&room).map_or(1, |look| look.event());
        let event = self.random.below(usize::try_from(last).unwrap_or(0) + 2) as u64;
        let (server, store) = (&self.server, &self.store);
        match store.at_once(|| server.branch(&room, event)) {
            Ok(branch) => {
                note(format_args!("{branch} goes on from event {event} of {room}"));
                self.store.show_open(&branch);
                self.store.show(&branch, event);
                self.rooms.push(branch);
                self.stats.branches += 1;
            }
            Err(why) => note(format_args!("no branch at {event} of {room}: {why}")),
        }
    }

    /// Steps the shards until something asked of them is done.
    fn complete<T>(&mut self, asked: impl Future<Output = T>) -> Result<T, Fault> {
        let mut asked = pin!(asked);
        for _ in 0..PATIENCE {
            if let Poll::Ready(done) = asked.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            {
                return Ok(done);
            }
            for shard in 0..self.server.shards() {
                self.server.step(shard);
            }
        }
        Err("the shards do not do what they are asked".to_owned())
    }
}
