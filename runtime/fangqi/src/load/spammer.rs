//! Those who spam: they come again as who they were whenever the server cuts them off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;

use super::Failed;
use super::client::{come_as, enter};

/// What a spammer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Says more than anybody may, some of it legal.
    Words,
    /// Clicks as often as it may in a map whose clicks burn all their fuel.
    Script,
}

const CLICK: &str = "{\"t\":\"click\",\"pos\":[0,0,0],\"face\":5}";
/// What is said by those who say too much: refused, taken, and not understood.
const LINES: [&str; 3] = [CLICK, "{\"t\":\"chat\",\"text\":\"spam\"}", "{\"t\":\"nonsense\"}"];
/// Seats of the room; as many spammers hold one.
const SEATS: usize = 2;
/// Before a spammer that could not come in tries again.
const BACK: Duration = Duration::from_millis(50);

impl Way {
    fn lines(self) -> &'static [&'static str] {
        match self {
            Self::Words => &LINES,
            Self::Script => &LINES[..1],
        }
    }

    /// Between two rounds of [`Self::lines`].
    fn pause(self) -> Duration {
        match self {
            // As fast as may be without taking this program's only thread from the players.
            Self::Words => Duration::from_millis(1),
            // Just within the rate that a connection is allowed.
            Self::Script => Duration::from_millis(55),
        }
    }
}

/// What was said in the room that is spammed, and what of it got through.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Messages sent.
    pub(super) sent: AtomicU64,
    /// Messages that the room dealt with: lines of chat shown, or clicks that burned their fuel.
    pub(super) accepted: AtomicU64,
    /// How often a spammer was let in.
    pub(super) welcomes: AtomicU64,
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Watches the room and counts the lines of chat that are shown in it; ends with the program.
pub(super) async fn count_chat(
    address: &str,
    room: &str,
    counts: &Arc<Counts>,
) -> Result<(), Failed> {
    let (mouth, eyes, _) = enter(address, room).await?;
    let counts = Arc::clone(counts);
    tokio::spawn(async move {
        let shown = eyes.listen(|kind| {
            if kind.starts_with("chat") {
                add(&counts.accepted);
            }
        });
        shown.await;
        tracing::error!("whoever counts the lines of spam was cut off");
        drop(mouth);
    });
    Ok(())
}

/// Somebody who spams, over all its connections.
#[derive(Debug)]
pub(super) struct Spammer {
    pub(super) address: String,
    pub(super) room: String,
    /// The seat it wants, if there is one of this number.
    pub(super) number: usize,
    pub(super) way: Way,
    /// What it is known by, once it has been let in.
    pub(super) token: Option<String>,
}

impl Spammer {
    /// Spams until it is stopped; then it has left the room.
    pub(super) async fn run(mut self, stop: Arc<AtomicBool>, counts: Arc<Counts>) -> Self {
        while !stop.load(Ordering::Relaxed) {
            if let Err(error) = self.spam(&stop, &counts).await {
                tracing::debug!(%error, "a spammer was not let in, or cut off");
                tokio::time::sleep(BACK).await;
            }
        }
        self
    }

    /// Spams through one connection until that ends.
    async fn spam(&mut self, stop: &AtomicBool, counts: &Arc<Counts>) -> Result<(), Failed> {
        let known = self.token.as_deref();
        let (mut mouth, eyes, token) = come_as(&self.address, &self.room, known).await?;
        add(&counts.welcomes);
        if self.token.replace(token).is_none() && self.number < SEATS {
            mouth.say(json!({"t": "sit", "seat": self.number})).await?;
        }
        let (burned, way) = (Arc::clone(counts), self.way);
        let listening = tokio::spawn(eyes.listen(move |kind| {
            if way == Way::Script && kind.starts_with("refused") && kind.contains("script_failed") {
                add(&burned.accepted);
            }
        }));
        let done = async {
            while !stop.load(Ordering::Relaxed) && !listening.is_finished() {
                for line in self.way.lines() {
                    mouth.raw((*line).to_owned()).await?;
                    add(&counts.sent);
                }
                tokio::time::sleep(self.way.pause()).await;
            }
            Ok(())
        };
        let done = done.await;
        // With both halves gone the connection is.
        listening.abort();
        done
    }
}
