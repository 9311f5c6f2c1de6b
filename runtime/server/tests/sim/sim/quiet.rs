//! Letting everything come to rest.

use super::{CONNS_MAX, Fault, Sim};
use crate::client::{Kind, Line};
use crate::link::{self, End};
use crate::trace::note;

impl Sim {
    /// From here on nothing fails, and nobody does anything new.
    pub(super) fn calm_down(&mut self) {
        note("quiet");
        self.disk_failed |= self.store.has_failed();
        self.store.behave();
        for client in &mut self.clients {
            client.slow_until = 0;
            client.away = None;
        }
        for number in 0..self.clients.len() {
            // A line on which nothing arrives is given up in time.
            let client = &self.clients[number];
            if let Line::Up(at) = client.line
                && (self.conns[at].dead || client.kind == Kind::Hostile && !client.live)
            {
                self.hang_up(number, End::Reset);
            }
        }
    }

    /// Lets everything that waits happen, until nothing does.
    pub(super) fn settle(&mut self) -> Result<(), Fault> {
        for _ in 0..20_000 {
            let mut moved = self.poll_opening();
            for shard in 0..self.server.shards() {
                // One at a time, or readers would fall behind who are as fast as can be.
                moved |= self.server.step(shard);
            }
            if self.store.waiting() > 0 {
                self.store.step(usize::MAX);
                moved = true;
            }
            for at in 0..self.conns.len() {
                moved |= self.settle_conn(at)?;
            }
            for number in 0..self.clients.len() {
                let client = &self.clients[number];
                if client.line == Line::Down && !client.stays_away() {
                    if client.away.as_deref() == Some("abuse") {
                        // It is told to come back in a few seconds, and does.
                        self.advance(2000);
                    }
                    self.connect(number, true);
                    moved = true;
                }
            }
            if !moved {
                return Ok(());
            }
            if self.conns.len() > CONNS_MAX {
                break;
            }
        }
        Err("the server does not come to rest".to_owned())
    }

    fn settle_conn(&mut self, at: usize) -> Result<bool, Fault> {
        let mut moved = false;
        if self.wants_poll(at) {
            self.poll(at);
            moved = true;
        }
        if self.conns[at].dead {
            return Ok(moved);
        }
        while !link::lock(&self.conns[at].pipe).up_flight.is_empty() {
            link::lock(&self.conns[at].pipe).deliver_up();
            moved = true;
        }
        while link::lock(&self.conns[at].pipe).waits_down() {
            self.deliver_down(at)?;
            moved = true;
        }
        let gone = link::lock(&self.conns[at].pipe).server_gone;
        let number = self.conns[at].client;
        if gone && self.clients[number].line == Line::Up(at) {
            note(format_args!("client {number} finds its line closed"));
            self.hang_up(number, End::Reset);
            moved = true;
        }
        Ok(moved)
    }
}
