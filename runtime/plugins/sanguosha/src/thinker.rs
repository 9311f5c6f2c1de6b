//! A computer's thinking about a game of a room, on a worker.
//!
//! The job holds the game's text. What computers think with sees of it what the seat that is asked
//! may see ([`Mind`](super::Mind)); the same text comes to the same thought on any machine.

use std::cell::RefCell;
use std::sync::Arc;

use fangqi_sanguosha::{PlayerId, panel};

use super::record::{Begin, Game};
use super::{Level, Mind, PackageSource, ReusableVm};

/// Games that a worker keeps at hand.
const KEPT: usize = 2;
/// Candidates that are told of.
const TOLD: usize = 8;

/// Packages that a job brings along.
#[derive(Clone)]
pub struct Packages(pub Arc<[PackageSource]>);

impl std::fmt::Debug for Packages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} packages", self.0.len())
    }
}

impl PartialEq for Packages {
    fn eq(&self, other: &Packages) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a computer would answer, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Considered {
    /// The answer as a text.
    pub answer: String,
    /// Which layer decided; empty where there was nothing to choose.
    pub layer: String,
    /// What it chose from, the best first, with what each was thought to be worth.
    pub candidates: Vec<(String, f64)>,
}

/// A game that is thought about.
struct Thinker {
    packages: Packages,
    game: Game,
    mind: Mind,
}

thread_local! {
    /// Games thought about lately on this thread, the latest first.
    static READY: RefCell<Vec<Thinker>> = const { RefCell::new(Vec::new()) };
}

/// What a computer answers in the place of the seat that is asked in a game. `worlds` are how many
/// it tries answers in at most, if that is less than its level would.
///
/// # Errors
/// The text is no game, or nobody is asked.
pub fn consider(
    packages: &Packages,
    text: &str,
    level: Level,
    seed: u64,
    worlds: Option<u64>,
) -> Result<Considered, String> {
    let kept = READY.with_borrow_mut(|ready| {
        let fits = |thinker: &Thinker| {
            let rest = text.strip_prefix(thinker.game.text());
            thinker.packages == *packages
                && rest.is_some_and(|rest| !rest.starts_with(|c| c != '\n'))
        };
        ready.iter().position(fits).map(|at| ready.remove(at))
    });
    let mut thinker = match kept {
        Some(thinker) => thinker,
        None => Thinker::begin(packages, text)?,
    };
    thinker.catch_up(text)?;
    let considered = thinker.think(level, seed, worlds);
    READY.with_borrow_mut(|ready| {
        ready.truncate(KEPT - 1);
        ready.insert(0, thinker);
    });
    considered
}

impl Thinker {
    /// The beginning of a game.
    fn begin(packages: &Packages, text: &str) -> Result<Thinker, String> {
        let head = text.split('\n').next().unwrap_or_default();
        let begin: Begin = serde_json::from_str(head).map_err(|error| error.to_string())?;
        let game = Game::begin_watched(&packages.0, &begin).map_err(|error| error.to_string())?;
        let vm = ReusableVm::thinking(&packages.0).begin(begin.seed);
        let vm = vm.map_err(|error| error.to_string())?;
        let mut mind = Mind::new(vm, begin.seats.len(), 0);
        mind.explain();
        mind.watch(&game.table);
        Ok(Thinker { packages: packages.clone(), game, mind })
    }

    /// Takes the answers that have been given since.
    fn catch_up(&mut self, text: &str) -> Result<(), String> {
        let since = text.strip_prefix(self.game.text()).unwrap_or_default().to_owned();
        for line in since.split('\n').filter(|line| !line.is_empty()) {
            let (seat, answer) = line.split_once(' ').unwrap_or((line, ""));
            let seat = seat.parse().map_err(|_| format!("this is no game: {line}"))?;
            let told = self.game.answer(PlayerId(seat), answer);
            told.map_err(|error| format!("{line}: {error}"))?;
            self.mind.watch(&self.game.table);
        }
        Ok(())
    }

    fn think(
        &mut self,
        level: Level,
        seed: u64,
        worlds: Option<u64>,
    ) -> Result<Considered, String> {
        let table = &self.game.table;
        if table.request().is_none() {
            return Err("nobody is asked".to_owned());
        }
        self.mind.reseed(seed);
        self.mind.limit(worlds);
        let answer = self.mind.reply(table, level);
        let explained = self.mind.take_explained();
        let (layer, mut candidates) =
            explained.map_or(("", Vec::new()), |why| (why.layer, why.candidates));
        candidates.truncate(TOLD);
        let answer = panel::answer_text(&table.state(), &answer);
        Ok(Considered { answer, layer: layer.to_owned(), candidates })
    }
}
