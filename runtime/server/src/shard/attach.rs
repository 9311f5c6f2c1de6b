//! Clients entering and leaving a room.

use fangqi_protocol::{Input, PlayerId, Rejection};

use super::host::{Host, Panicked};
use super::messages;
use super::outbox::{Closing, Outbox};
use super::release::Release;
use super::reply::Reply;
use super::rights::is_opener;
use super::spectator::SPECTATOR;
use super::viewer::{ConnId, Viewer, Visit};
use crate::log::Entry;
use crate::session::{Token, default_name};
use crate::wire::{Frame, ServerMessage};

impl Host {
    /// Admits a visitor as the player of its token, or as a new player.
    pub(super) fn attach(&mut self, visit: Visit) -> Result<(), Panicked> {
        let Visit { conn, token, after, name, watch, chinese, local, limiter, notice, outbox } =
            visit;
        if watch {
            self.show_spectators(conn, outbox);
            return Ok(());
        }
        let players = self.viewers.values().filter(|viewer| viewer.player != SPECTATOR);
        if players.count() >= self.services.config.room.viewers {
            outbox.close(messages::room_full());
            return Ok(());
        }
        // The signature was checked before; the room must know the token too.
        let known = token.and_then(|token| {
            let player = *self.tokens.get(&token.digest())?;
            Some((token, player))
        });
        let is_known = known.is_some();
        let Some((token, player)) = known.or_else(|| self.new_player()) else {
            outbox.close(messages::room_full());
            return Ok(());
        };
        self.services.limiters.associate(token.digest(), &limiter, self.services.time.now());
        if let Some(parent) = &self.services.parent {
            parent.known(conn, token.digest());
        }
        // Only a client whose player was known at that event can have missed something. A token may
        // be known without its player: a failing disk can keep the token and lose the join.
        let after = after.filter(|after| self.arrivals.get(&player).is_some_and(|at| at <= after));
        // A newcomer in a reused player slot must not inherit the name of the previous player.
        let before = if is_known { self.name_of(player) } else { None };
        let name = name.or(before).unwrap_or_else(|| default_name(player, chinese));
        let present = self.replace(player);
        let decides = local && self.services.config.watch;
        self.viewers.insert(conn, Viewer { player, outbox, seen: None, decides });
        self.queue_welcome(conn, player, token.reveal(), after);
        if !present
            && let Some(Rejection { code, text }) = self.apply(Input::Join { player, name })?
        {
            if let Some(viewer) = self.viewers.remove(&conn) {
                viewer.outbox.close(Closing::bye(messages::close::POLICY, code, text));
            }
        } else {
            self.arrivals.entry(player).or_insert_with(|| self.room.event());
        }
        if let Some(lost) = &self.lost {
            self.tell(conn, Frame::refused("inputs_lost", messages::inputs_lost(lost.records)));
        }
        if let Some(notice) = notice {
            self.tell(conn, Frame::refused("host_crashed", notice));
        }
        self.tell_offer_to(conn);
        self.list();
        self.note_visit();
        self.release();
        Ok(())
    }

    /// Creates a player with a new token, or reuses a player slot. `None` if no slot is free.
    fn new_player(&mut self) -> Option<(Token, PlayerId)> {
        let (player, issued) = if self.tokens.len() < self.services.config.room.players {
            self.next_player += 1;
            (PlayerId(self.next_player - 1), self.services.time.unix_seconds())
        } else {
            // A reused player number needs a token that differs from its previous one, whatever the
            // clock says.
            let mut issued = [0; 8];
            crate::entropy::fill(&mut issued).ok()?;
            (self.take_slot()?, u64::from_le_bytes(issued))
        };
        let token = self.services.keys.sign(&self.id, player, issued);
        let digest = token.digest();
        self.tokens.insert(digest, player);
        self.append(Entry::Token { token: digest, player });
        Some((token, player))
    }

    /// Gives the client that opened the room the token of its first player, if no token has been
    /// issued yet.
    pub(super) fn claim(&mut self, reply: Reply<Option<Token>>) {
        let token = if self.tokens.is_empty() { self.new_player() } else { None };
        match token {
            Some((token, _)) => {
                self.waiting.push_back((self.issued, Release::Claimed(reply, token)));
                self.release();
            }
            None => reply.send(None),
        }
    }

    fn name_of(&self, player: PlayerId) -> Option<String> {
        self.room.players().into_iter().find(|known| known.id == player).map(|known| known.name)
    }

    /// Closes the other connections of a player. Returns whether there were any.
    fn replace(&mut self, player: PlayerId) -> bool {
        let others: Vec<ConnId> = self
            .viewers
            .iter()
            .filter(|(_, viewer)| viewer.player == player)
            .map(|(conn, _)| *conn)
            .collect();
        for conn in &others {
            if let Some(viewer) = self.viewers.remove(conn) {
                viewer.outbox.close(messages::replaced());
            }
        }
        !others.is_empty()
    }

    /// Shows a connection what everybody may see.
    fn show_spectators(&mut self, conn: ConnId, outbox: Outbox) {
        let viewer = Viewer { player: SPECTATOR, outbox, seen: None, decides: false };
        self.viewers.insert(conn, viewer);
        self.queue_welcome(conn, SPECTATOR, "", None);
        self.list();
        self.note_visit();
        self.release();
    }

    /// Queues the welcome of a connection, with the whole scene unless the ring has all that it
    /// missed since `after`.
    pub(super) fn queue_welcome(
        &mut self,
        conn: ConnId,
        player: PlayerId,
        token: &str,
        after: Option<u64>,
    ) {
        let resyncing =
            self.waiting.iter().any(|(_, release)| matches!(release, Release::Resync { .. }));
        let after = after.filter(|after| self.ring.covers(*after) && !resyncing);
        let welcome = Frame::message(&ServerMessage::Welcome {
            you: player,
            token: token.to_owned(),
            room: self.id.to_string(),
            map: (*self.map.view).clone(),
            fresh: after.is_none(),
            host: is_opener(player),
        });
        let release = match after {
            Some(after) => Release::WelcomeBack { conn, after, welcome },
            None => {
                let mut frames = vec![welcome];
                frames.extend(self.scene(player));
                Release::Welcome { conn, event: self.room.event(), frames }
            }
        };
        self.waiting.push_back((self.issued, release));
    }

    /// Removes a viewer whose connection has ended.
    pub(super) fn detach(&mut self, conn: ConnId) -> Result<(), Panicked> {
        match self.viewers.remove(&conn) {
            Some(viewer) => self.departed(viewer.player),
            None => Ok(()),
        }
    }

    /// Handles the end of a player's connection: without another connection, the player leaves.
    pub(super) fn departed(&mut self, player: PlayerId) -> Result<(), Panicked> {
        if player != SPECTATOR && !self.viewers.values().any(|viewer| viewer.player == player) {
            self.slots.left(player, self.services.time.now());
            self.apply(Input::Leave { player })?;
        }
        self.list();
        Ok(())
    }
}
