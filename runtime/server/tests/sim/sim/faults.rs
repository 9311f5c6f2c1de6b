//! What goes wrong, and when.

use std::sync::atomic::Ordering;

use super::{Fault, Sim, start};
use crate::client::Line;
use crate::disk::Faults;
use crate::link::{self, End};
use crate::oracle;
use crate::trace::note;

impl Sim {
    pub(super) fn mishap(&mut self) -> Result<(), Fault> {
        let plan = &self.plan;
        let random = &mut self.random;
        if plan.network_faults && random.once_in(6) {
            self.network_fault();
        } else if plan.disk_faults && random.once_in(12) {
            self.disk_fault();
        } else if plan.crashes && random.once_in(12) {
            self.crash()?;
        } else if random.once_in(60) {
            self.restart();
        } else if random.once_in(20) {
            // Somebody sets the clock on the wall.
            let wall = random.next() % 4_000_000_000;
            self.time.wall.store(wall, Ordering::Relaxed);
        } else if random.once_in(30) && self.rooms.len() + self.opening.len() < 4 {
            let maps = self.plan.maps();
            let map = maps[self.random.below(maps.len())];
            self.open(map);
        } else if self.plan.lively && self.random.once_in(10) {
            self.edit()?;
        } else if self.plan.isolation_shard && self.random.once_in(4) {
            self.migrate()?;
        }
        Ok(())
    }

    /// A room goes to the isolation shard, or home from there, whatever it is doing.
    fn migrate(&mut self) -> Result<(), Fault> {
        let Some(room) = self.random.pick(&self.rooms).cloned() else { return Ok(()) };
        let before = self.server.isolated();
        self.server.migrate(&room);
        note(format_args!("room {room} moves: {before:?} {:?}", self.server.isolated()));
        self.stats.moved += u64::from(before < self.server.isolated());
        oracle::in_one_place(self)
    }

    fn disk_fault(&mut self) {
        if self.random.once_in(2) {
            note("the disk behaves");
            self.disk_failed |= self.store.has_failed();
            self.store.behave();
            return;
        }
        self.disk_failed = true;
        let ops = self.store.disk(|disk| disk.ops()).unwrap_or(0);
        let random = &mut self.random;
        let mut faults = Faults { sticky: random.once_in(2), ..Faults::default() };
        match random.below(3) {
            0 => faults.fail_once_in = Some(1 + random.below(30) as u64),
            1 => faults.fail_nth = Some(ops + random.below(60) as u64),
            _ => faults.capacity = Some(random.below(300_000)),
        }
        note(format_args!("the disk misbehaves: {faults:?}"));
        self.store.misbehave(faults);
    }

    fn network_fault(&mut self) {
        let up: Vec<usize> = (0..self.clients.len())
            .filter(|number| self.clients[*number].line != Line::Down)
            .collect();
        let Some(number) = self.random.pick(&up).copied() else { return };
        let Line::Up(at) = self.clients[number].line else { return };
        match self.random.below(4) {
            0 => self.hang_up(number, End::Reset),
            1 => {
                note(format_args!("client {number} is half closed"));
                link::lock(&self.conns[at].pipe).end(End::Fin);
            }
            // The client gives up; the server hears nothing of it.
            2 => {
                note(format_args!("client {number} loses its line; the server is not told"));
                self.conns[at].dead = true;
                self.clients[number].dropped();
            }
            // Neither side is told.
            _ => {
                note(format_args!("connection {at} is cut silently"));
                self.conns[at].dead = true;
            }
        }
    }

    /// The process dies here and now, and another is started on what it left.
    pub(super) fn crash(&mut self) -> Result<(), Fault> {
        self.stats.crashes += 1;
        if self.random.once_in(2) {
            // What the system had taken to send still arrives.
            for at in 0..self.conns.len() {
                while !self.conns[at].dead && link::lock(&self.conns[at].pipe).waits_down() {
                    self.deliver_down(at)?;
                }
            }
        }
        let kept = self.random.below(self.store.waiting() + 1);
        let lost_power = self.plan.dies_with_disk || self.random.once_in(2);
        let dies_after = self.random.once_in(2).then(|| self.random.below(12) as u64);
        let waiting = self.store.waiting();
        note(format_args!("CRASH: {kept} of {waiting} entries written, lost power: {lost_power}"));
        self.disk_failed |= self.store.has_failed();
        self.store.crash(kept, lost_power, dies_after);
        self.start_again();
        Ok(())
    }

    /// The process is stopped in peace, and another is started.
    fn restart(&mut self) {
        note("the server is stopped");
        self.server.stop();
        for at in 0..self.conns.len() {
            self.poll(at);
        }
        self.disk_failed |= self.store.has_failed();
        self.store.close();
        self.start_again();
    }

    fn start_again(&mut self) {
        self.opening.clear();
        for conn in &mut self.conns {
            conn.task = None;
            conn.dead = true;
        }
        for number in 0..self.clients.len() {
            self.clients[number].dropped();
        }
        self.server = start(&self.plan, (&self.keys, &self.maps), &self.store, &self.time);
    }
}
