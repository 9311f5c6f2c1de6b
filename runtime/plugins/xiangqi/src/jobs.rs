//! The Xiangqi engine's thinking, as jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fangqi_xiangqi::search::{self, Level, Limits, Score, Thought};
use fangqi_xiangqi::{Game, Move, Position};
use serde::{Deserialize, Serialize};

use fangqi_plugin::{Computation, Crew};
use fangqi_protocol::{JobResult, PlainValue};

/// Positions of a search in a simulation, at most.
const SHORTENED: u64 = 300;
/// Score beyond which a mate is meant; `MATE - n` is mate in `n` half-moves.
const MATE: i32 = 30_000;
/// Part of the budget of an analysis that goes into what the other side threatens.
const THREAT_PART: u64 = 4;

/// Find a move.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Think {
    /// The position the game started from.
    pub(crate) fen: String,
    /// Moves played since, in UCI coordinates.
    pub(crate) moves: Vec<String>,
    /// Strength, 1 to 10.
    pub(crate) level: u8,
    /// Seed of the weaker levels' choice among good moves.
    pub(crate) seed: u64,
    /// Positions it may look at, if that is less than the level would.
    pub(crate) nodes: Option<u64>,
    /// How long a server lets it think.
    pub(crate) time: Duration,
}

/// Say what a position is worth and what is to be expected.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Analyse {
    /// The position the game started from.
    pub(crate) fen: String,
    /// Moves played since, in UCI coordinates.
    pub(crate) moves: Vec<String>,
    /// Positions it may look at.
    pub(crate) nodes: u64,
    /// Whether to say what the other side threatens, too.
    pub(crate) threat: bool,
    /// How many lines it is to tell; 0 for the best one alone.
    pub(crate) lines: u8,
    /// How long a server lets it think; `None` until it has looked at all those positions.
    pub(crate) time: Option<Duration>,
}

/// A job on its way to another server.
#[derive(Serialize, Deserialize)]
enum Packed {
    Think(Think),
    Analyse(Analyse),
}

/// Makes a job again that was packed on another server.
pub(crate) fn unpack(text: &str) -> Result<Box<dyn Computation>, String> {
    Ok(match serde_json::from_str(text).map_err(|error| error.to_string())? {
        Packed::Think(job) => Box::new(job),
        Packed::Analyse(job) => Box::new(job),
    })
}

impl Computation for Think {
    fn run(&self, _: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
        self.thought(stop).into()
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.time)
    }

    fn shortened(&self) -> Box<dyn Computation> {
        let nodes = self.nodes.unwrap_or(SHORTENED).min(SHORTENED);
        Box::new(Self { nodes: Some(nodes), ..self.clone() })
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(&Packed::Think(self.clone())).ok()
    }
}

impl Computation for Analyse {
    fn run(&self, _: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
        self.verdict(stop).into()
    }

    fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self { nodes: self.nodes.min(SHORTENED), ..self.clone() })
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(&Packed::Analyse(self.clone())).ok()
    }
}

impl Think {
    fn thought(&self, stop: &AtomicBool) -> Result<PlainValue, String> {
        let game = played(&self.fen, &self.moves)?;
        let level = self.level;
        let level = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
        let nodes = self.nodes.unwrap_or(u64::MAX);
        let thought = search::think_level_within(&game, level, nodes, self.seed, stop);
        Ok(PlainValue::table([
            ("move", thought.best.map(|best| best.to_string()).into()),
            ("score", centipawns(thought.score).into()),
            ("depth", u32::from(thought.depth).into()),
            ("nodes", thought.nodes.into()),
        ]))
    }
}

impl Analyse {
    fn verdict(&self, stop: &AtomicBool) -> Result<PlainValue, String> {
        let game = played(&self.fen, &self.moves)?;
        let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let spare = if self.threat { self.nodes / THREAT_PART } else { 0 };
        let mut lines = Vec::new();
        let thought = search::think_aloud(
            &game,
            &Limits { lines: self.lines, ..limits(self.nodes - spare) },
            stop,
            // Every finished depth reports its lines in their order.
            &mut |thought| {
                lines.truncate(thought.rank - 1);
                lines.push(thought.clone());
            },
        );
        // A king in check can be taken, so there is no passing then; that defect is named.
        let passed = Some(with_turn_passed(&game.position().fen())).filter(|_| self.threat);
        let threat = passed
            .and_then(|fen| Game::from_fen(&fen).ok())
            .filter(|_| !game.position().in_check())
            // Out of time, nothing is known about it.
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|passed| search::think(&passed, &limits(spare), stop))
            .map(|thought| PlainValue::table(expected(&thought)));
        let mut fields = expected(&thought);
        fields.extend([
            ("threat", threat.unwrap_or(PlainValue::Nil)),
            ("depth", u32::from(thought.depth).into()),
            ("nodes", thought.nodes.into()),
        ]);
        if self.lines > 0 {
            let lines = lines.iter().map(|line| PlainValue::table(expected(line))).collect();
            fields.push(("lines", PlainValue::List(lines)));
        }
        Ok(PlainValue::table(fields))
    }
}

/// The best move, the score and the line of a search.
fn expected(thought: &Thought) -> Vec<(&'static str, PlainValue)> {
    let line: Vec<String> = thought.pv.iter().map(Move::to_string).collect();
    let best = line.first().cloned();
    vec![("move", best.into()), ("score", centipawns(thought.score).into()), ("line", line.into())]
}

/// A game that began so, with these moves made.
fn played(fen: &str, moves: &[String]) -> Result<Game, String> {
    let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
    let mut game = Game::new(position);
    for text in moves {
        let played: Move = text.parse().map_err(|error| format!("{text}: {error}"))?;
        game.play(played).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(game)
}

/// The FEN of a position in which the other side is to move.
fn with_turn_passed(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(side) = fields.get_mut(1) {
        *side = if *side == "b" { "w" } else { "b" };
    }
    fields.join(" ")
}

/// A score as one number: mates lie beyond every other score, nearer ones further out.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value.clamp(-MATE + 1000, MATE - 1000),
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}

/// The number of [`centipawns`] as a score again.
pub(crate) fn score_of(centipawns: i32) -> Score {
    match centipawns {
        value if value > MATE - 1000 => Score::Mate(MATE - value),
        value if value < 1000 - MATE => Score::Mate(-MATE - value),
        value => Score::Cp(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: PlainValue) -> Vec<(&'static str, PlainValue)> {
        match value {
            PlainValue::Table(fields) => fields,
            other => panic!("{other:?}"),
        }
    }

    fn analysed(fen: &str, threat: bool) -> Vec<(&'static str, PlainValue)> {
        let (fen, moves) = (fen.to_owned(), vec![]);
        let question = Analyse { fen, moves, nodes: 4_000, threat, lines: 0, time: None };
        fields(question.verdict(&AtomicBool::new(false)).unwrap())
    }

    fn field(fields: &[(&str, PlainValue)], name: &str) -> PlainValue {
        fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone()).unwrap()
    }

    /// The lines of an analysis, each as its first move, its score and its moves.
    fn lines_of(fen: &str, lines: u8) -> Vec<(String, i32, Vec<String>)> {
        let (fen, moves) = (fen.to_owned(), vec![]);
        let question = Analyse { fen, moves, nodes: 20_000, threat: false, lines, time: None };
        let verdict = fields(question.verdict(&AtomicBool::new(false)).unwrap());
        let PlainValue::List(lines) = field(&verdict, "lines") else { panic!("{verdict:?}") };
        let text = |value| if let PlainValue::Text(text) = value { text } else { panic!() };
        let list = |value| if let PlainValue::List(list) = value { list } else { panic!() };
        let number = |value| if let PlainValue::Number(number) = value { number } else { panic!() };
        let line = |line| {
            let line = fields(line);
            let moves = list(field(&line, "line")).into_iter().map(text).collect();
            (text(field(&line, "move")), number(field(&line, "score")) as i32, moves)
        };
        lines.into_iter().map(line).collect()
    }

    #[test]
    fn lines_differ_fall_in_score_and_are_legal() {
        // The beginning, and a middle game with captures and checks.
        let open = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/9/RNBAKABR1 b";
        for fen in [Position::start().fen().as_str(), open] {
            let lines = lines_of(fen, 3);
            assert_eq!(lines.len(), 3, "{lines:?}");
            assert!(lines.is_sorted_by(|(_, a, _), (_, b, _)| a >= b), "{lines:?}");
            let mut firsts: Vec<&String> = lines.iter().map(|(first, ..)| first).collect();
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), 3, "{lines:?}");
            for (first, _, moves) in &lines {
                assert_eq!(moves.first(), Some(first));
                assert!(played(fen, moves).is_ok(), "{moves:?}");
            }
        }
    }

    #[test]
    fn there_are_no_more_lines_than_moves_and_mates_are_mates() {
        // The king takes the chariot, or walks along its rank where no king looks at it.
        let lines = lines_of("3k5/3R5/9/9/9/9/9/9/9/5K3 b", 3);
        let mut firsts: Vec<String> = lines.into_iter().map(|(first, ..)| first).collect();
        firsts.sort();
        assert_eq!(firsts, ["d9d8", "d9e9"]);
        // Both chariots can mate at once.
        let fen = "3k5/9/9/9/9/9/9/9/p3R4/R3K4 w";
        let mates = lines_of(fen, 2);
        for (first, score, moves) in &mates {
            assert_eq!((*score, moves), (MATE - 1, &vec![first.clone()]));
            assert!(played(fen, moves).unwrap().status().is_over(), "{first}");
        }
        assert_ne!(mates[0].0, mates[1].0);
    }

    #[test]
    fn an_analysis_that_is_not_asked_for_lines_tells_none() {
        let verdict = analysed(&Position::start().fen(), false);
        assert!(verdict.iter().all(|(name, _)| *name != "lines"), "{verdict:?}");
    }

    #[test]
    fn another_server_comes_to_the_same() {
        let (fen, moves) = (Position::start().fen(), vec!["h2e2".to_owned()]);
        let time = Duration::from_millis(1_500);
        let think = Think {
            fen: fen.clone(),
            moves: moves.clone(),
            level: 7,
            seed: 5,
            nodes: Some(900),
            time,
        };
        let analyse = Analyse { fen, moves, nodes: 900, threat: true, lines: 2, time: None };
        let jobs: [&dyn Computation; 2] = [&think, &analyse];
        for job in jobs {
            let again = unpack(&job.packed().unwrap()).unwrap();
            assert_eq!(format!("{again:?}"), format!("{job:?}"));
            let run = |job: &dyn Computation| job.run(&fangqi_protocol::Alone, &Arc::default());
            assert_eq!(run(&*again), run(job));
        }
        assert!(unpack("{\"Think\":{}}").is_err() && unpack("").is_err());
    }

    #[test]
    fn scores_survive_their_number() {
        for score in
            [-3, -1, 0, 1, 17].map(Score::Mate).into_iter().chain([-29_000, 0, 512].map(Score::Cp))
        {
            // Mated already is as far out as can be; there is no mate in no moves for oneself.
            assert_eq!(score_of(centipawns(score)), score);
        }
    }

    #[test]
    fn a_search_whose_time_is_up_at_once_has_a_legal_move() {
        let fen = Position::start().fen();
        let stopped = AtomicBool::new(true);
        for level in 1..=10 {
            let (fen, moves, time) = (fen.clone(), vec![], Duration::ZERO);
            let question = Think { fen, moves, level, seed: 1, nodes: None, time };
            let thought = fields(question.thought(&stopped).unwrap());
            let PlainValue::Text(best) = field(&thought, "move") else { panic!("{thought:?}") };
            assert!(Game::default().play(best.parse().unwrap()).is_ok(), "{best}");
        }
        let question =
            Analyse { fen, moves: vec![], nodes: 4_000, threat: true, lines: 0, time: None };
        let verdict = fields(question.verdict(&stopped).unwrap());
        assert_eq!(field(&verdict, "threat"), PlainValue::Nil);
    }

    #[test]
    fn an_analysis_says_what_is_threatened() {
        // Red mates; if Black were to move, its pawn would take the chariot.
        let verdict = analysed("3k5/9/9/9/9/9/9/9/p3R4/R3K4 w", true);
        assert_eq!(field(&verdict, "score"), (MATE - 1).into());
        assert_eq!(field(&verdict, "line"), vec!["a0d0".to_owned()].into());
        assert_eq!(field(&fields(field(&verdict, "threat")), "move"), "a1a0".into());
        // One who is in check cannot pass.
        for (fen, threat) in
            [("3k5/9/9/9/9/9/9/9/9/3RK4 b", true), ("3k5/9/9/9/9/9/9/9/p3R4/R3K4 w", false)]
        {
            assert_eq!(field(&analysed(fen, threat), "threat"), PlainValue::Nil);
        }
    }
}
