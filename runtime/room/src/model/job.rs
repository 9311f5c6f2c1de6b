use serde::{Deserialize, Serialize};

use crate::sanguosha::Packages;

/// Names a job within its room. Never reused, not even after a take-back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

/// A computation that takes real time, described completely enough to run on any thread.
#[derive(Debug, Clone, PartialEq)]
pub enum JobSpec {
    /// Find a Xiangqi move.
    XiangqiThink {
        /// The position the game started from.
        fen: String,
        /// Moves played since, in UCI coordinates.
        moves: Vec<String>,
        /// Strength, 1 to 10.
        level: u8,
        /// Seed of the weaker levels' choice among good moves.
        seed: u64,
        /// Positions it may look at, if that is less than the level would.
        nodes: Option<u64>,
    },
    /// Find a move on a board whose rules are written in Lua.
    BoardThink {
        /// The script of the rules, as error messages name it.
        script: String,
        /// Its source.
        source: String,
        /// What the seat to move knows, as plain data.
        view: Vec<u8>,
        /// Strength, 1 to 5.
        level: u8,
        /// Fuel it may use, if that is less than the level would: some ten nanoseconds a unit.
        fuel: Option<u64>,
        /// Where its chance starts.
        seed: u64,
    },
    /// Say what a Xiangqi position is worth and what is to be expected.
    XiangqiAnalyse {
        /// The position the game started from.
        fen: String,
        /// Moves played since, in UCI coordinates.
        moves: Vec<String>,
        /// Positions it may look at.
        nodes: u64,
        /// Whether to say what the other side threatens, too.
        threat: bool,
    },
    /// Solve a game of Dou Dizhu with open hands.
    DoudizhuSolve {
        /// The hands of the landlord, of the farmer after him and of the one before him.
        hands: [String; 3],
        /// Whose turn it is, 0 to 2 as in `hands`.
        turn: u8,
        /// What must be beaten, and who played it; no cards for a free lead.
        last: (u8, String),
        /// Positions it may look at.
        nodes: u64,
    },
    /// Say what a seat should do in Dou Dizhu.
    DoudizhuThink {
        /// What the seat knows, as `RoundView::record` writes it.
        view: String,
        /// Strength, 1 to 5.
        level: u8,
        /// Where its chance starts.
        seed: u64,
    },
    /// Say what a seat should answer in Sanguosha.
    SanguoshaThink {
        /// The packages it is played with.
        packages: Packages,
        /// The game's text, as `sanguosha::Game` writes it.
        game: String,
        /// Strength, 1 to 4.
        level: u8,
        /// Where its chance starts.
        seed: u64,
        /// Worlds it may try answers in, if that is less than the level would.
        worlds: Option<u64>,
    },
}

/// A job to be run outside the room; its result comes back as [`super::Input::JobDone`].
#[derive(Debug, Clone, PartialEq)]
pub struct JobOrder {
    /// The job's name.
    pub id: JobId,
    /// What to compute.
    pub spec: JobSpec,
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JobResult {
    /// A Xiangqi move in UCI coordinates, with what the search thought of it.
    XiangqiMove {
        /// The move; `None` when the game is over.
        best: Option<String>,
        /// Centipawns from the mover's side; mates are beyond ±29 000.
        score: i32,
        /// Depth reached.
        depth: u32,
        /// Positions searched.
        nodes: u64,
    },
    /// A move on a board, with what the search thought of it.
    BoardMove {
        /// The move, as plain data; `None` when the game is over.
        best: Option<Vec<u8>>,
        /// Thousandths of a win, for the seat that moves.
        value: i32,
        /// Depth reached.
        depth: u32,
        /// Moves made.
        nodes: u64,
    },
    /// The job could not be done.
    Failed {
        /// Why, for the log.
        reason: String,
    },
    /// What a Xiangqi position is worth.
    XiangqiVerdict {
        /// What is to be expected; no line when the game is over.
        verdict: XiangqiVerdict,
        /// What the other side would do if it were its turn, if that was asked and can be.
        threat: Option<XiangqiVerdict>,
        /// Depth reached.
        depth: u32,
        /// Positions searched.
        nodes: u64,
    },
    /// What becomes of a game of Dou Dizhu with open hands.
    DoudizhuSolved {
        /// Whether the landlord wins; `None` if that takes too long to find out.
        landlord: Option<bool>,
        /// The plays to the end, without a fault of the side that wins; no cards are a pass.
        line: Vec<String>,
        /// What wins for the seat to move, the natural first; nothing if it is lost.
        winning: Vec<String>,
    },
    /// What a seat should do in Dou Dizhu.
    DoudizhuThought {
        /// What it may do, the best first: `say:2`, `play:334455`.
        candidates: Vec<String>,
        /// Thousandths of a win, if that was estimated.
        value: Option<i32>,
    },
    /// What a seat should answer in Sanguosha.
    SanguoshaThought {
        /// The answer as a text.
        answer: String,
        /// What decided: `package`, `calculator`; empty where there was nothing to choose.
        layer: String,
        /// What it was chosen from, the best first, with points that each was thought to be worth.
        candidates: Vec<(String, i32)>,
    },
}

/// What a search of a Xiangqi position found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct XiangqiVerdict {
    /// Centipawns from the side to move; mates are beyond ±29 000.
    pub score: i32,
    /// The moves to be expected, the best first, in UCI coordinates.
    pub line: Vec<String>,
}
