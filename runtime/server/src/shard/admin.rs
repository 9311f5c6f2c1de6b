//! Requests of operators to rooms.

use fangqi_protocol::{Audience, LocalText, LogLevel, LogLine, SeatHolder};

use super::host::Host;
use super::messages;
use super::report::ConnectionReport;
use super::report::PlayerReport;
use super::report::RoomReport;
use super::services::Services;
use super::task::AdminOrder;
use super::worker::Worker;
use crate::wire::{Frame, ServerMessage};

/// Lines of a room's script log that are kept for operators.
const LINES: usize = 40;
/// Characters of a line that are kept.
const LINE_CHARS: usize = 300;

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
