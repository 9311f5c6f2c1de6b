//! One room that spams, and what the others feel of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use tokio::task::JoinSet;

use super::client::Opener;
use super::rooms::{play, tables};
use super::server::{Process, ServerArgs};
use super::spammer::{Counts, Spammer, Way, count_chat};
use super::stats::{Figure, Times};
use super::{Failed, burner};

/// Those who spam, all in one room.
const SPAMMERS: usize = 4;
/// Between two moves of a room that plays.
const PACE: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
pub(super) struct SpamArgs {
    /// Rooms that play on.
    #[arg(long, default_value_t = 100)]
    rooms: usize,
    /// Seconds of each of the four phases: quiet, spam, quiet, spam.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Instead of saying too much, click all the time in a map whose clicks burn all their fuel.
    #[arg(long)]
    script: bool,
}

impl Way {
    fn map(self) -> &'static str {
        match self {
            Self::Words => "xiangqi",
            Self::Script => burner::ID,
        }
    }

    /// Messages a second that must be sent, and accepted, for a phase to be one of spam. Of words a
    /// server may refuse all, once it knows who talks so much, and the sooner it cuts them off the
    /// fewer are sent; nor need it let them in again at once. A click that burns its fuel takes
    /// tenths of a second, and a server may well put it off.
    fn least(self) -> (f64, f64) {
        match self {
            Self::Words => (20.0, 0.0),
            Self::Script => (10.0, 0.2),
        }
    }
}

/// What was said during one phase of spam, a second.
#[derive(Debug)]
struct Said {
    phase: usize,
    sent: f64,
    accepted: f64,
    welcomes: f64,
}

impl Said {
    fn figures(&self) -> [Figure; 3] {
        let phase = self.phase;
        [
            Figure::new(format!("phase {phase}: spam sent a second"), self.sent, ""),
            Figure::new(format!("phase {phase}: spam accepted a second"), self.accepted, ""),
            Figure::new(format!("phase {phase}: spammers let in a second"), self.welcomes, ""),
        ]
    }

    /// Why this was no spam, if it was not.
    fn check(&self, way: Way) -> Result<(), Failed> {
        let (sent, accepted) = way.least();
        if self.sent >= sent && self.accepted >= accepted {
            return Ok(());
        }
        Err(format!(
            "phase {} means nothing: {:.1} messages of spam were sent and {:.1} accepted a \
             second, where at least {sent} and {accepted} are needed",
            self.phase, self.sent, self.accepted
        )
        .into())
    }
}

/// The room that spams, and those in it.
struct Room {
    spammers: Vec<Spammer>,
    counts: Arc<Counts>,
}

impl Room {
    async fn open(server: &Process, way: Way) -> Result<Self, Failed> {
        let address = server.address();
        let room = Opener::new(address).await?.open_map(way.map()).await?;
        let counts = Arc::new(Counts::default());
        if way == Way::Words {
            count_chat(address, &room, &counts).await?;
        }
        let spammer = |number| Spammer {
            address: address.to_owned(),
            room: room.clone(),
            number,
            way,
            token: None,
        };
        Ok(Self { spammers: (0..SPAMMERS).map(spammer).collect(), counts })
    }

    /// Lets everybody in it spam until `stop` is raised.
    fn start(&mut self, stop: &Arc<AtomicBool>) -> JoinSet<Spammer> {
        let spammers = self.spammers.drain(..);
        spammers.map(|s| s.run(Arc::clone(stop), Arc::clone(&self.counts))).collect()
    }

    /// What was said since the last call, a second of `length`.
    fn said(&self, phase: usize, length: Duration) -> Said {
        let a_second =
            |count: &AtomicU64| count.swap(0, Ordering::Relaxed) as f64 / length.as_secs_f64();
        let Counts { sent, accepted, welcomes } = &*self.counts;
        let (sent, accepted) = (a_second(sent), a_second(accepted));
        Said { phase, sent, accepted, welcomes: a_second(welcomes) }
    }
}

pub(super) async fn measure(data: &Path, args: &SpamArgs) -> Result<Vec<Figure>, Failed> {
    let way = if args.script { Way::Script } else { Way::Words };
    let limits = ServerArgs { burner: args.script, ..ServerArgs::default() };
    let server = Process::start(data, &limits)?;
    let mut tables = tables(&server, args.rooms, 0).await?;
    let mut room = Room::open(&server, way).await?;
    let length = Duration::from_secs(args.seconds);
    let (mut quiet, mut noisy) = (Times::default(), Times::default());
    let (mut said, mut errors) = (Vec::new(), 0);
    for phase in 1..=4 {
        let is_quiet = phase % 2 == 1;
        let stop = Arc::new(AtomicBool::new(false));
        let spamming = if is_quiet { JoinSet::new() } else { room.start(&stop) };
        let played = play(tables, length, PACE).await?;
        stop.store(true, Ordering::Relaxed);
        if !is_quiet {
            said.push(room.said(phase, length));
            room.spammers = spamming.join_all().await;
        }
        for error in played.errors.iter().take(3) {
            tracing::error!("a table failed: {error}");
        }
        errors += played.errors.len();
        tables = played.tables;
        if is_quiet { &mut quiet } else { &mut noisy }.extend(played.times);
    }
    said.iter().try_for_each(|said| said.check(way))?;
    if quiet.len().min(noisy.len()) == 0 {
        return Err("no move was measured; the phases are too short".into());
    }
    let beside = match way {
        Way::Words => "beside a room that spams",
        Way::Script => "beside a map that burns all its fuel",
    };
    let change = (noisy.quantile(990) / quiet.quantile(990) - 1.0) * 100.0;
    let mut figures = quiet.figures("move to broadcast, quiet");
    figures.extend(noisy.figures(&format!("move to broadcast, {beside}")));
    figures.push(Figure::new("change of the p99", change, "%"));
    figures.push(Figure::count("errors", errors));
    figures.extend(said.iter().flat_map(Said::figures));
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_in_which_too_little_was_sent_or_accepted_means_nothing() {
        let said = |sent, accepted| Said { phase: 2, sent, accepted, welcomes: 4.0 };
        assert!(said(1500.0, 0.0).check(Way::Words).is_ok());
        for silent in [said(0.0, 0.0), said(5.0, 60.0)] {
            let why = silent.check(Way::Words).unwrap_err().to_string();
            assert!(why.starts_with("phase 2 means nothing"), "{why}");
        }
        assert!(said(70.0, 2.0).check(Way::Script).is_ok());
        assert!(said(70.0, 0.1).check(Way::Script).is_err());
    }
}
