//! What operators ask of rooms.

use fangqi_room::model::{Audience, LocalText, LogLevel, LogLine, SeatHolder, Tick};
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::viewer::ConnId;
use super::worker::Worker;
use super::{Reply, Services, messages};
use crate::session::RoomId;
use crate::wire::{Frame, ServerMessage};

/// Lines of its log that a room remembers for operators.
const LINES: usize = 40;
/// Characters of a line that are remembered.
const LINE_CHARS: usize = 300;

/// Something an operator wants done by a shard.
#[derive(Debug)]
pub(crate) enum AdminOrder {
    /// How a room is; `None` when it is asleep or not there.
    Look { room: RoomId, reply: Reply<Option<Box<RoomReport>>> },
    /// Tell a room, or all rooms of the shard; answers how many connections are told.
    Say { room: Option<RoomId>, text: String, reply: Reply<usize> },
    /// End a room for good; answers whether there was one.
    Close { room: RoomId, reply: Reply<bool> },
}

/// A room as an operator sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RoomReport {
    room: String,
    map: String,
    event: u64,
    tick: Tick,
    next_wake: Option<Tick>,
    /// Hash of its state, in hexadecimal digits.
    hash: String,
    memory_bytes: usize,
    jobs: usize,
    /// Tasks deferred because the room is over its quota.
    deferred: usize,
    /// Milliseconds of its shard's time that the room may use now; negative: over its quota.
    share_ms: i64,
    /// Whether it runs on the isolation shard, as a noisy neighbour.
    isolated: bool,
    /// Events that are shown once the log has them.
    waiting: usize,
    seats: Vec<String>,
    players: Vec<PlayerReport>,
    connections: Vec<ConnectionReport>,
    /// Its last lines, oldest first.
    log: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct PlayerReport {
    id: u64,
    name: String,
    present: bool,
    host: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ConnectionReport {
    /// Its number within the server.
    conn: ConnId,
    player: u64,
    /// The last event it was shown.
    seen: Option<u64>,
    /// Bytes that wait for it to read.
    bytes_waiting: usize,
}

impl RoomReport {
    /// Fills in how much waits for each connection, which another process knows.
    pub(crate) fn bytes_waiting(&mut self, of: impl Fn(ConnId) -> usize) {
        for connection in &mut self.connections {
            connection.bytes_waiting = of(connection.conn);
        }
    }
}

impl Host {
    /// Remembers a line for operators.
    pub(super) fn remember(&mut self, line: &LogLine) {
        if self.log_lines.len() >= LINES {
            self.log_lines.pop_front();
        }
        let level = match line.level {
            LogLevel::Print => "print",
            LogLevel::Warn => "warn",
            LogLevel::Error => "error",
        };
        let text: String = line.text.chars().take(LINE_CHARS).collect();
        self.log_lines.push_back(format!("{} {level}: {text}", line.tick));
    }

    fn report_to_operator(&self, (deferred, share): (usize, f64)) -> RoomReport {
        let Services { placement, index, .. } = &*self.services;
        let seats = self.room.seats().into_iter().map(|seat| match seat.holder {
            SeatHolder::Open => "open".to_owned(),
            SeatHolder::Player { player } => format!("player {}", player.0),
            SeatHolder::Computer { level } => format!("computer {level}"),
        });
        let room_host = self.host_player();
        let players = self.room.players().into_iter().map(|player| PlayerReport {
            host: room_host == Some(player.id),
            id: player.id.0,
            name: player.name,
            present: player.present,
        });
        let connections = self.viewers.iter().map(|(conn, viewer)| ConnectionReport {
            conn: *conn,
            player: viewer.player.0,
            seen: viewer.seen,
            bytes_waiting: viewer.outbox.bytes_waiting(),
        });
        RoomReport {
            room: self.id.to_string(),
            map: self.map.package.id().to_owned(),
            event: self.room.event(),
            tick: self.room.tick(),
            next_wake: self.room.next_wake(),
            hash: format!("{:016x}", self.room.state_hash()),
            memory_bytes: self.room.memory_bytes(),
            jobs: self.jobs_under_way(),
            deferred,
            share_ms: (share * 1000.0) as i64,
            isolated: placement.is_isolation_shard(*index),
            waiting: self.waiting.len(),
            seats: seats.collect(),
            players: players.collect(),
            connections: connections.collect(),
            log: self.log_lines.iter().cloned().collect(),
        }
    }

    /// Shows a line of the operator's to everybody here. It is in no log.
    fn announce(&mut self, text: &str) -> usize {
        let said = ServerMessage::Announcement { text: LocalText::same(text) };
        self.pass(vec![(Audience::All, Frame::message(&said))]);
        self.viewers.len()
    }
}

impl Worker {
    pub(super) fn admin(&mut self, order: AdminOrder) {
        match order {
            AdminOrder::Look { room, reply } => {
                let share = self.fair_queue.of(&room, self.services.time.now());
                let host = self.host(&room);
                reply.send(host.map(|host| Box::new(host.report_to_operator(share))));
            }
            AdminOrder::Say { room, text, reply } => {
                let rooms = match room {
                    Some(room) => vec![room],
                    None => self.awake().cloned().collect(),
                };
                let mut told = 0;
                for room in rooms {
                    self.with(&room, |host| {
                        told += host.announce(&text);
                        Ok(())
                    });
                }
                reply.send(told);
            }
            AdminOrder::Close { room, reply } => {
                reply.send(self.close_room(&room, &messages::closed()));
            }
        }
    }
}
