//! Clients come, act and go.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio_tungstenite::tungstenite::Message;

use super::{Conn, Flag, Sim, Task};
use crate::bot::{self, Act};
use crate::client::{Client, Kind, Line};
use crate::link::{self, End};
use crate::trace::note;

impl Sim {
    /// A client lets go of its line.
    pub(super) fn hang_up(&mut self, number: usize, end: End) {
        let client = &mut self.clients[number];
        if let Line::Up(at) = client.line {
            note(format_args!("client {number} hangs up ({end:?})"));
            link::lock(&self.conns[at].pipe).end(end);
        }
        client.dropped();
    }

    pub(super) fn client_acts(&mut self) {
        if self.rooms.is_empty() {
            return;
        }
        if self.clients.len() < self.plan.clients {
            self.new_client();
        }
        let number = self.random.below(self.clients.len());
        let client = &self.clients[number];
        match client.line {
            Line::Down => {
                if client.away.is_none() || self.random.once_in(12) {
                    self.connect(number, false);
                }
            }
            Line::Up(at) if client.live => {
                let act = bot::act(client, &mut self.random, self.plan.lively);
                self.perform(number, at, act);
            }
            Line::Up(_) => {}
        }
    }

    fn new_client(&mut self) {
        let number = self.clients.len();
        let kind = match self.random.below(10) {
            0..=5 => Kind::Player,
            6..=7 => Kind::Spectator,
            _ => Kind::Hostile,
        };
        let room = self.rooms[self.random.below(self.rooms.len())].clone();
        let mut client = Client::new(number, kind, room);
        // Another tab of somebody who is there already.
        if self.random.once_in(4)
            && let Some(other) = self.random.pick(&self.clients)
            && other.kind != Kind::Hostile
        {
            client.room = other.room.clone();
            client.token.clone_from(&other.token);
            client.you = other.you.filter(|_| other.token.is_some());
        }
        note(format_args!("client {number} is a {kind:?} of {}", client.room));
        self.clients.push(client);
    }

    /// A client opens a new line, and says hello on it.
    pub(super) fn connect(&mut self, number: usize, politely: bool) {
        let (socket, pipe) = link::connect();
        let at = self.conns.len();
        let task: Task<()> = Box::pin(self.server.serve(socket, number.is_multiple_of(2)));
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        let client = &mut self.clients[number];
        let hello = match politely {
            true => Some(Message::text(client.hello().to_string())),
            false => bot::hello(client, &mut self.random),
        };
        link::lock(&pipe).up_flight.extend(hello);
        client.connected(at);
        note(format_args!("client {number} connects ({at}) after {:?}", client.after));
        self.conns.push(Conn { task: Some(task), flag, pipe, client: number, dead: false });
    }

    fn count_kinds(&mut self, messages: &[Message]) {
        let of = |kind: &str| {
            let is =
                |message: &&Message| matches!(message, Message::Text(text) if text.contains(kind));
            messages.iter().filter(is).count() as u64
        };
        self.stats.walked += of("\"t\":\"pose\"") + of("\"t\":\"act\"");
        self.stats.selected += of("\"t\":\"select\"");
    }

    fn perform(&mut self, number: usize, at: usize, act: Act) {
        match act {
            Act::Say(messages) => {
                self.count_kinds(&messages);
                if let Some(Message::Text(text)) = messages.first() {
                    note(format_args!("client {number} says {:.120} x{}", text, messages.len()));
                }
                link::lock(&self.conns[at].pipe).up_flight.extend(messages);
            }
            Act::Oversize => link::lock(&self.conns[at].pipe).oversize(),
            Act::Leave => {
                let end = if self.random.once_in(2) { End::Fin } else { End::Reset };
                self.hang_up(number, end);
            }
            Act::Dawdle => {
                let pause = 1 + self.random.below(20_000) as u64;
                self.clients[number].slow_until = self.now + pause;
                note(format_args!("client {number} reads nothing for {pause} ms"));
            }
        }
    }
}
