//! Thinking that is shared out comes to the same as thinking alone.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin::Plugins;
use fangqi_plugin_rules::{Question, Rules, Study};
use fangqi_protocol::{Alone, Crew, PackedJob, run_job};
use fangqi_protocol::{JobResult, JobSpec};
use mlua::Value;

use crate::rules::load;
use crate::sources::source;

/// A thread for every part, the last part first.
#[derive(Default)]
struct Threads {
    parts: Mutex<Vec<usize>>,
}

impl Crew for Threads {
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) {
        self.parts.lock().unwrap().push(parts);
        let start = |part| {
            let work = Arc::clone(&work);
            std::thread::spawn(move || work(part))
        };
        let threads: Vec<_> = (0..parts).rev().map(start).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}

/// A question about the first choice of a map's game.
fn question(map: &str, level: u8) -> JobSpec {
    let (rules, stop) = (load(map), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 3, &stop).unwrap();
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    while game.turn() == Turn::Chance {
        game.play(game.random_move(&mut Rng::new(1)).unwrap());
    }
    let state = Value::Table(game.state().clone());
    let (source, parameters) = source(map);
    JobSpec::new(
        "Board",
        Question {
            script: format!("{map}/rules.lua"),
            source,
            modules: BTreeMap::new(),
            parameters,
            view: rules.write(&state).unwrap(),
            level,
            fuel: Some(2_000_000),
            time: Duration::from_secs(2),
            seed: 7,
            lines: 0,
        },
    )
}

#[test]
fn samples_are_shared_out_and_the_same_move_comes_of_it() {
    // Dice and hidden cards are sampled; in the open there is one tree, and low levels are cheap.
    for (map, level, parts) in
        [("pig", 5, 4), ("goofspiel", 4, 4), ("goofspiel", 1, 1), ("connect-four", 5, 1)]
    {
        let (question, threads) = (question(map, level), Threads::default());
        let alone = run_job(&question, &Alone, &Arc::default());
        let rules = load(map);
        let JobResult::Done { value } = &alone else { panic!("{map}: {alone:?}") };
        let Value::Table(thought) = rules.read(value).unwrap() else { panic!("{map}: no table") };
        assert!(!thought.get::<Value>("move").unwrap().is_nil(), "{map}");
        assert!(thought.get::<u64>("nodes").unwrap() > 0, "{map}");
        assert_eq!(run_job(&question, &threads, &Arc::default()), alone, "{map}");
        assert_eq!(*threads.parts.lock().unwrap(), [parts], "{map}");
    }
}

#[test]
fn another_server_comes_to_the_same() {
    let plugins = Plugins::new(&[&Rules]);
    for map in ["chess", "goofspiel", "gomoku"] {
        let question = question(map, 3);
        let packed = question.packed().unwrap();
        let travelled = serde_json::to_string(&packed).unwrap();
        let again = plugins.unpack_job(&serde_json::from_str(&travelled).unwrap()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{question:?}"));
        assert_eq!(
            run_job(&again, &Alone, &Arc::default()),
            run_job(&question, &Alone, &Arc::default())
        );
        for (module, content) in [("Bored", &packed.content), ("Board", &"{}".to_owned())] {
            let wrong = PackedJob { module: module.to_owned(), content: content.clone() };
            assert!(plugins.unpack_job(&wrong).unwrap_err().contains(module));
        }
    }
}

#[test]
fn a_part_that_panics_fails_the_job() {
    struct Lazy;
    impl Crew for Lazy {
        fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) {
            (1..parts).for_each(|part| work(part));
        }
    }
    let result = run_job(&question("pig", 5), &Lazy, &Arc::default());
    assert!(matches!(&result, JobResult::Failed { reason } if reason == "the engine failed"));
}

#[test]
fn a_question_whose_time_is_up_at_once_is_answered_with_a_legal_move() {
    // By alpha-beta, by one tree, by samples of dice and of hidden cards.
    for map in ["chess", "connect-four", "pig", "goofspiel"] {
        let stopped = Arc::new(AtomicBool::new(true));
        let result = run_job(&question(map, 5), &Threads::default(), &stopped);
        let JobResult::Done { value } = &result else { panic!("{map}: {result:?}") };
        let rules = load(map);
        let Value::Table(thought) = rules.read(value).unwrap() else { panic!("{map}: no table") };
        assert!(!thought.get::<Value>("move").unwrap().is_nil(), "{map}: {result:?}");
    }
}
