//! Requests of operators to rooms.

use fangqi_room::model::{Audience, LocalText, LogLevel, LogLine, SeatHolder, Tick};
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::viewer::ConnId;
use super::worker::Worker;
use super::{Reply, Services, messages};
use crate::session::RoomId;
use crate::wire::{Frame, ServerMessage};

/// Lines of a room's script log that are kept for operators.
const LINES: usize = 40;
/// Characters of a line that are kept.
const LINE_CHARS: usize = 300;

/// A request of an operator to a shard.
#[derive(Debug)]
pub(crate) enum AdminOrder {
    /// Report on a room; answers `None` if it is asleep or does not exist.
    Look { room: RoomId, reply: Reply<Option<Box<RoomReport>>> },
    /// Announce a text in a room, or in all rooms of the shard; answers the number of connections.
    Say { room: Option<RoomId>, text: String, reply: Reply<usize> },
    /// Close a room for good; answers whether it existed.
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
    /// Hash of the room's state, in hexadecimal digits.
    hash: String,
    memory_bytes: usize,
    jobs: usize,
    /// Tasks deferred because the room is over its quota.
    deferred: usize,
    /// Milliseconds of its shard's time that the room may use now; negative: it is over its quota.
    share_ms: i64,
    /// Whether it runs on the isolation shard, as a noisy neighbour.
    isolated: bool,
    /// Outputs that wait for the log.
    waiting: usize,
    seats: Vec<String>,
    players: Vec<PlayerReport>,
    connections: Vec<ConnectionReport>,
    /// The last lines of its script log, oldest first.
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
    /// The connection's id within the server.
    conn: ConnId,
    player: u64,
    /// The last event that the viewer was shown.
    seen: Option<u64>,
    /// Bytes queued for the connection.
    bytes_waiting: usize,
}

impl RoomReport {
    /// Fills in the bytes queued for each connection, which only the parent process knows.
    pub(crate) fn bytes_waiting(&mut self, of: impl Fn(ConnId) -> usize) {
        for connection in &mut self.connections {
            connection.bytes_waiting = of(connection.conn);
        }
    }
}

impl Host {
    /// Keeps a line of the script log for operators.
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

    /// Shows a text of the operator to everybody in the room. It is not written to any log.
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
