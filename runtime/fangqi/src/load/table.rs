//! A room with two players, who play random legal moves, and those who watch.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;

use super::Failed;
use super::client::{Clicks, Mouth, PATIENCE, Shown, enter};
use super::dice::Dice;
use super::stats::Times;

/// Index of a connection at a table; the first two play red and black.
type Place = usize;

/// What every connection of the table is shown, in the order of arrival.
type Sights = Receiver<(Place, Result<Shown, Failed>)>;

/// A table that is played at.
#[derive(Debug)]
pub(super) struct Table {
    mouths: Vec<Mouth>,
    sights: Sights,
    /// What reads from each connection.
    watching: JoinSet<()>,
    moves: [Vec<Clicks>; 2],
    over: bool,
    dice: Dice,
    played: u64,
    event: u64,
}

impl Table {
    /// Two players sit down in a room and others come to watch.
    pub(super) async fn sit(
        address: &str,
        room: &str,
        spectators: usize,
        seed: u64,
    ) -> Result<Self, Failed> {
        let (sender, sights) = channel(256);
        let mut mouths = Vec::with_capacity(2 + spectators);
        let mut watching = JoinSet::new();
        let mut moves = [Vec::new(), Vec::new()];
        for place in 0..2 + spectators {
            let (mouth, mut eyes, shown) = enter(address, room).await?;
            mouths.push(mouth);
            // The map may seat whoever comes first, and ask.
            if let (Some(own), Some(asked)) = (moves.get_mut(place), shown.moves) {
                *own = asked;
            }
            let sender: Sender<_> = sender.clone();
            watching.spawn(async move {
                loop {
                    let shown = eyes.see().await;
                    let ended = shown.is_err();
                    // Nobody listens once the table is left.
                    if sender.send((place, shown)).await.is_err() || ended {
                        return;
                    }
                }
            });
        }
        let mut table = Self {
            mouths,
            sights,
            watching,
            moves,
            over: false,
            dice: Dice::new(seed),
            played: 0,
            event: 0,
        };
        for seat in 0..2 {
            table.mouths[seat].say(json!({"t": "sit", "seat": seat})).await?;
        }
        // Once the second is seated too, the first is asked (again).
        table.until(|_, (place, shown)| place == 1 && shown.event.is_some()).await?;
        if table.moves[0].is_empty() {
            table.until(|table, _| !table.moves[0].is_empty()).await?;
        }
        Ok(table)
    }

    /// Plays a move: picks a piece up, puts it down. Gives the time from the second click until
    /// each connection had been shown the board's change, slowest included.
    pub(super) async fn play(&mut self) -> Result<Times, Failed> {
        if self.over {
            self.new_game().await?;
        }
        let mover = usize::from(self.moves[0].is_empty());
        let count = self.moves[mover].len() as u64;
        if count == 0 {
            return Err("nobody is asked for a move".into());
        }
        let pick = self.dice.roll() % count;
        let [from, to] = self.moves[mover][usize::try_from(pick)?];
        self.mouths[mover].click(from).await?;
        self.until(|_, (place, _)| place == mover).await?;
        let start = Instant::now();
        self.mouths[mover].click(to).await?;
        self.moves[mover].clear();
        let mut waiting: Vec<bool> = vec![true; self.mouths.len()];
        let mut times = Times::default();
        let next = 1 - mover;
        self.until(|table, (place, shown)| {
            if shown.cells && waiting[place] {
                waiting[place] = false;
                times.push(shown.at.unwrap_or(start).duration_since(start));
            }
            let asked = table.over || !table.moves[next].is_empty();
            asked && !waiting.contains(&true)
        })
        .await?;
        self.played += 1;
        Ok(times)
    }

    /// Closes all connections of the table.
    pub(super) async fn leave(mut self) {
        self.watching.shutdown().await;
    }

    /// How many moves have been played.
    pub(super) fn played(&self) -> u64 {
        self.played
    }

    /// The number of the last event that was shown.
    pub(super) fn event(&self) -> u64 {
        self.event
    }

    /// Plays a move every second until `end`, from a moment of that second that differs by table.
    pub(super) async fn play_until(
        &mut self,
        end: Instant,
        pace: Duration,
        phase: f64,
    ) -> Result<Times, Failed> {
        let mut times = Times::default();
        let mut due = Instant::now() + pace.mul_f64(phase);
        while due < end {
            tokio::time::sleep_until(due.into()).await;
            times.extend(self.play().await?);
            due += pace;
        }
        Ok(times)
    }

    async fn new_game(&mut self) -> Result<(), Failed> {
        self.mouths[0].say(json!({"t": "action", "id": "new", "value": null})).await?;
        // The old game is over, so nobody has to agree.
        self.until(|table, _| !table.over && !table.moves[0].is_empty()).await
    }

    /// Takes in what is shown until `done` says so.
    async fn until(
        &mut self,
        mut done: impl FnMut(&Self, (Place, &Shown)) -> bool,
    ) -> Result<(), Failed> {
        loop {
            let sight = tokio::time::timeout(PATIENCE, self.sights.recv()).await;
            let (place, shown) = sight
                .map_err(|_| format!("a table waited in vain for {PATIENCE:?}"))?
                .ok_or("every connection of a table has ended")?;
            let mut shown = shown?;
            if let Some(code) = &shown.refused {
                return Err(format!("a legal move was refused: {code}").into());
            }
            self.event = self.event.max(shown.event.unwrap_or(0));
            if let Some(over) = shown.over {
                self.over = over;
            }
            if let Some(moves) = shown.moves.take()
                && let Some(own) = self.moves.get_mut(place)
            {
                *own = moves;
            }
            if done(self, (place, &shown)) {
                return Ok(());
            }
        }
    }
}
