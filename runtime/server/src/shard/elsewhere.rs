//! Rooms of other servers that share the log.
//!
//! The directory of such a server lists the rooms that are awake here, and those that fell asleep a
//! moment ago: others may have any other room next. Every other room is looked for in the log.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::directory::Attendance;
use super::rooms::Rooms;
use super::under_way::UnderWay;
use crate::config::HttpLimits;
use crate::log::{Location, LogError, Peer, PostedRoom, Presence, RoomLog, SharedDirectory};
use crate::metrics::lock;
use crate::net::Limiter;
use crate::peers::Peers;
use crate::process::Listing;
use crate::session::RoomId;
use crate::wire::LobbyRoom;

/// How often servers tell each other who is in their rooms.
const POST: Duration = Duration::from_secs(1);
/// The pause between looks at a server that does not answer.
const PAUSE: Duration = Duration::from_millis(250);
/// Every thirtieth time they tell it of all rooms: the database may have lost it.
const WHOLE: u64 = 30;
/// How long the directory lists a room that sleeps.
pub(super) const UNLIST_AFTER: Duration = Duration::from_secs(60);

/// What a look-up that finds its room costs an address, compared to one that finds none: links are
/// opened again and again, and the rooms of friends behind one address are looked for by all.
const FOUND: f64 = 0.1;

/// What a server knows of the others.
#[derive(Debug)]
pub(super) struct Elsewhere {
    pub(super) peers: Peers,
    /// Their rooms as the lobby lists them, with the time at which each was opened.
    lobby: Mutex<Vec<(u64, LobbyRoom)>>,
    /// Those that were alive a moment ago.
    pub(super) alive: Mutex<Vec<Peer>>,
    /// Bounds the queries that one address can cause.
    lookups: Limiter,
    /// Look-ups under way: where a room is, and what the lobby shows of rooms.
    locating: UnderWay<RoomId, Result<Location, LogError>>,
    listing: UnderWay<Vec<RoomId>, Result<Vec<PostedRoom>, LogError>>,
    /// Servers that did not answer, until it is known what became of them.
    silent: UnderWay<Peer, ()>,
}

impl Elsewhere {
    pub(super) fn of(shared: &dyn SharedDirectory, limits: &HttpLimits) -> Self {
        let peers = Peers::new(shared.peer_secret().clone());
        let lookups = Limiter::new(limits.lookups_per_second, limits.lookups_burst);
        Self {
            peers,
            lobby: Mutex::default(),
            alive: Mutex::default(),
            lookups,
            locating: UnderWay::default(),
            listing: UnderWay::default(),
            silent: UnderWay::default(),
        }
    }

    pub(super) fn lobby(&self) -> Vec<(u64, LobbyRoom)> {
        lock(&self.lobby).clone()
    }
}

/// Why it is not known whether there is a room.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LookupError {
    /// The address that asks has looked for too many rooms that do not exist.
    #[error("the address has looked for too many rooms that do not exist")]
    TooMany {
        /// Seconds until it may look for another one.
        wait: f64,
    },
    /// The log cannot be asked.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// Where a room was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// It is listed here and can be entered.
    Here,
    /// Another server has it.
    Elsewhere(Peer),
    /// There is no such room.
    Nowhere,
}

impl Rooms {
    /// The other servers; `None` for a server that shares its log with none.
    pub(crate) fn peers(&self) -> Option<&Peers> {
        self.elsewhere.as_ref().map(|elsewhere| &elsewhere.peers)
    }

    /// Returns once another server is known to have died: one that hangs keeps its connections
    /// open.
    pub(crate) async fn outlives(&self, peer: &Peer) {
        let Some(elsewhere) = &self.elsewhere else { return };
        let mut was_alive = false;
        loop {
            let is_alive = lock(&elsewhere.alive).contains(peer);
            if was_alive && !is_alive {
                return;
            }
            // One that has just started is not known yet.
            was_alive |= is_alive;
            tokio::time::sleep(POST).await;
        }
    }

    /// Returns once a server that did not answer can be reached again or no longer counts as alive,
    /// so that its rooms are free. All who wait for the same server share the looks at it: the
    /// clients of a crashed server may be many, and their queries delay the rooms that they wait
    /// for.
    pub(crate) async fn returns_or_dies(&self, peer: &Peer) {
        let Some(elsewhere) = &self.elsewhere else { return };
        let (log, silent) = (Arc::clone(&self.log), peer.clone());
        let dies = async move {
            loop {
                tokio::time::sleep(PAUSE).await;
                let alive = asked(Arc::clone(&log), |shared| shared.peers()).await;
                // A server that cannot ask the log knows nothing of others.
                if alive.is_ok_and(|alive| !alive.contains(&silent)) {
                    return;
                }
            }
        };
        let (others, silent) = (Arc::clone(elsewhere), peer.clone());
        let returns = async move {
            loop {
                tokio::time::sleep(PAUSE).await;
                if others.peers.connect(&silent).await.is_ok() {
                    return;
                }
            }
        };
        let settled = async {
            tokio::select! {
                () = dies => {}
                () = returns => {}
            }
        };
        elsewhere.silent.answer(peer.clone(), settled).await;
    }

    /// Whether a log that servers share cannot be reached at the moment, as far as is known.
    pub(crate) fn is_log_away(&self) -> bool {
        self.log.shared().is_some_and(SharedDirectory::is_away)
    }

    /// Looks for a room, and lists it if it can be entered here. `asker`: the address of the client
    /// that wants to know; `None` for this server, another one or the operator.
    ///
    /// # Errors
    /// It is not known here, and the log cannot be asked.
    pub(crate) async fn find(
        &self,
        room: &RoomId,
        asker: Option<IpAddr>,
    ) -> Result<Found, LookupError> {
        let listed = self.directory.contains(room);
        let here = if listed { Found::Here } else { Found::Nowhere };
        let (Some(shared), Some(elsewhere)) = (self.log.shared(), &self.elsewhere) else {
            return Ok(here);
        };
        if listed && shared.holds(room) {
            return Ok(Found::Here);
        }
        let id = room.clone();
        let ask = asked(Arc::clone(&self.log), move |shared| shared.locate(&id));
        let answer = elsewhere.locating.answer(room.clone(), ask);
        let found = |location: &Location| !matches!(location, Location::Nowhere);
        match self.look_up(asker, answer, found).await? {
            Location::Here { meta, visited } => {
                // Meanwhile it may have been entered.
                if !self.directory.contains(room) {
                    let away = Duration::from_secs(self.log.clock().saturating_sub(visited));
                    self.directory.restore(Listing::of(room.clone(), &meta, away));
                }
                // Its worker may have unlisted it already.
                if !shared.holds(room) {
                    self.settle(room);
                }
                Ok(Found::Here)
            }
            Location::Elsewhere(peer) => {
                self.directory.remove(room);
                Ok(Found::Elsewhere(peer))
            }
            // One that is listed is being opened.
            Location::Nowhere => Ok(here),
        }
    }

    /// A room's entry in the lobby, whichever server has it; `None` if there is no such room.
    ///
    /// # Errors
    /// As for [`Self::find`].
    pub(crate) async fn entry(
        &self,
        room: &RoomId,
        asker: IpAddr,
    ) -> Result<Option<LobbyRoom>, LookupError> {
        Ok(self.entries(std::slice::from_ref(room), asker).await?.pop())
    }

    /// Those of these rooms that there are.
    ///
    /// # Errors
    /// As for [`Self::find`].
    pub(super) async fn entries(
        &self,
        rooms: &[RoomId],
        asker: IpAddr,
    ) -> Result<Vec<LobbyRoom>, LookupError> {
        let (Some(shared), Some(elsewhere)) = (self.log.shared(), &self.elsewhere) else {
            return Ok(self.directory.named(rooms));
        };
        let (here, others): (Vec<RoomId>, Vec<RoomId>) =
            rooms.iter().cloned().partition(|room| shared.holds(room));
        let mut entries = self.directory.named(&here);
        if !others.is_empty() {
            let asked_for = others.clone();
            let ask = asked(Arc::clone(&self.log), move |shared| shared.posted(&asked_for));
            let count = others.len();
            let found = |posted: &Vec<PostedRoom>| posted.len() == count;
            let answer = elsewhere.listing.answer(others, ask);
            let posted = self.look_up(Some(asker), answer, found).await?;
            entries.extend(posted.into_iter().map(|room| shown(room).1));
        }
        Ok(entries)
    }

    /// Waits for an answer of the directory of all servers, for a client. It pays in advance, so
    /// that it cannot have more queries under way than it may make, and is given most of it back if
    /// all was `found`.
    async fn look_up<T>(
        &self,
        asker: Option<IpAddr>,
        answer: impl Future<Output = Result<T, LogError>>,
        found: impl FnOnce(&T) -> bool,
    ) -> Result<T, LookupError> {
        let counted = asker.filter(|address| self.config.socket.counts(*address));
        let (Some(elsewhere), Some(address)) = (&self.elsewhere, counted) else {
            return Ok(answer.await?);
        };
        let admitted = elsewhere.lookups.admit(address, self.time.now());
        admitted.map_err(|wait| LookupError::TooMany { wait })?;
        let answer = answer.await;
        match &answer {
            Ok(answer) if found(answer) => elsewhere.lookups.give_back(address, 1.0 - FOUND),
            Ok(_) => {}
            // It is not the client's fault.
            Err(_) => elsewhere.lookups.give_back(address, 1.0),
        }
        Ok(answer?)
    }

    /// Tells the other servers who is in rooms here and learns who is in theirs, until it is
    /// dropped.
    pub(crate) async fn exchange_lobbies(self: Arc<Self>) {
        let Some(elsewhere) = &self.elsewhere else { return };
        let count = self.config.http.lobby_rooms;
        let mut whole = 0;
        loop {
            tokio::time::sleep(POST).await;
            self.unlist_sleeping();
            let presences = self.directory.presences(whole == 0);
            let exchanged = asked(Arc::clone(&self.log), move |shared| {
                if !presences.is_empty() {
                    shared.post(presences)?;
                }
                Ok((shared.occupied_elsewhere(count)?, shared.peers()?))
            });
            match exchanged.await {
                Ok((rooms, peers)) => {
                    *lock(&elsewhere.lobby) = rooms.into_iter().map(shown).collect();
                    *lock(&elsewhere.alive) = peers;
                    whole = (whole + 1) % WHOLE;
                }
                Err(error) => {
                    tracing::debug!(%error, "lobbies were not exchanged");
                    whole = 0;
                }
            }
        }
    }

    /// Takes rooms off the directory that have been asleep for a while.
    fn unlist_sleeping(&self) {
        let Some(shared) = self.log.shared() else { return };
        for room in self.directory.deserted_for(UNLIST_AFTER, self.time.now()) {
            if !shared.holds(&room) {
                self.directory.remove(&room);
            }
        }
    }
}

/// Asks the directory of all servers, on a thread that may wait for the store.
async fn asked<T: Send + 'static>(
    log: Arc<dyn RoomLog>,
    ask: impl FnOnce(&dyn SharedDirectory) -> Result<T, LogError> + Send + 'static,
) -> Result<T, LogError> {
    let asking = tokio::task::spawn_blocking(move || match log.shared() {
        Some(shared) => ask(shared),
        None => Err(LogError::Closed),
    });
    // The server is ending if it was not run.
    asking.await.unwrap_or(Err(LogError::Closed))
}

/// A room of another server as the lobby lists it, with the time at which it was opened.
fn shown(posted: PostedRoom) -> (u64, LobbyRoom) {
    let PostedRoom { room, meta, content, served } = posted;
    let told = content.and_then(|content| serde_json::from_str(&content).ok());
    let Attendance { seats, turn, present } = told.unwrap_or_default();
    let (present, private) = (if served { present } else { 0 }, meta.is_private());
    (meta.created, LobbyRoom { id: room.to_string(), map: meta.map, seats, present, turn, private })
}

impl Attendance {
    /// What other servers are told of a room.
    pub(super) fn presence(&self, room: RoomId, private: bool) -> Presence {
        let content = serde_json::to_string(self).unwrap_or_default();
        Presence { room, private, present: self.present, content }
    }
}
