//! Computers that think, in whole games.

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_plugin_sanguosha::{Computers, Level, Mind, ReusableVm, Table, exchanged, play_with};
use fangqi_sanguosha::mind::hands::Sort;
use fangqi_sanguosha::players::Plain;
use fangqi_sanguosha::{
    Answer, Ask, Card, CardId, Engine, PlayerId, Request, Scripts, Setup, State, Status,
};

/// What a copy must have in common with the game it was made of.
fn figures(engine: &Engine) -> Vec<(i32, usize, usize, bool)> {
    let state = engine.state().borrow();
    let figures = state
        .players
        .iter()
        .map(|player| (player.hp, player.hand.len(), player.worn().count(), player.alive));
    let asked = engine.request().map_or((0, 0, 0, false), |request| {
        (i32::from(request.who.0), request.ask.kind().len(), request.ask.detail().len(), true)
    });
    figures.chain([asked]).collect()
}

/// Questions of one game: two who take each other's cards may do so for ever.
const QUESTIONS_MAX: usize = 400;

/// Plays games out and copies the settlement at each question that counts, running functions of
/// scripts included, in another VM. Given the same answers, how many copies come to the same, and
/// how many do not.
fn copies(
    setup: impl Fn(u64) -> Setup,
    answer: impl Fn(&Table, &Request) -> Option<Answer>,
    counts: impl Fn(&Table, &Request) -> bool,
) -> (u32, u32) {
    let packages = crate::support::own();
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    let (mut same, mut other) = (0, 0);
    for seed in 1..=6 {
        let vm = playing.begin(seed).expect("packages");
        let mind = thinking.begin(seed).expect("packages");
        let setup = setup(seed);
        let seats = setup.seats.len() as u64;
        let mut table = Table::open(vm, setup).expect("a game");
        let mut players: Vec<Plain> = (0..seats).map(|at| Plain::new(seed * 10 + at)).collect();
        let mut copy: Option<Engine> = None;
        for _ in 0..QUESTIONS_MAX {
            if table.run() != Status::Asking {
                break;
            }
            table.take_log();
            let request = table.request().expect("a question").clone();
            if let Some(mut copy) = copy.take() {
                copy.run(&mind);
                if figures(&copy) == figures(table.engine()) {
                    same += 1
                } else {
                    other += 1
                }
                copy.abandon(&mind);
            }
            let answer = answer(&table, &request)
                .unwrap_or_else(|| players[request.who.index()].answer(&table.cx(), &request));
            let state: State = table.state().fork();
            let state = Rc::new(RefCell::new(state));
            state.borrow_mut().catalogue = Rc::clone(mind.catalogue());
            mind.attach(&state);
            let mut fork = table.engine().fork(0, state);
            if counts(&table, &request) && fork.answer(&mind, request.who, &answer).is_ok() {
                copy = Some(fork);
            }
            mind.look_at(&mind.attached().expect("a state"));
            if table.answer(request.who, &answer).is_err() {
                table.answer_by_default();
                copy = None;
            }
        }
    }
    println!("{same} copies came to the same, {other} did not");
    (same, other)
}

#[test]
fn copies_of_settlements_come_to_the_same() {
    let (same, other) = copies(|seed| Setup::robots(5, seed), |_, _| None, |_, _| true);
    let share = f64::from(same) / f64::from(same + other);
    assert!(share > 0.98, "{share}");
}

/// Who takes the last card of the only other player draws none: the function that asked looks for
/// somebody with cards, whom there was when it did, and there is none any more when its copy runs.
#[test]
fn a_copy_goes_the_way_that_the_original_has_gone() {
    let tuxi = |request: &Request| {
        let Ask::UseCard { pattern, .. } = &request.ask else { return false };
        **pattern == *"@@tuxi"
    };
    let setup = |seed| {
        let mut setup = Setup::robots(2, seed);
        setup.seats.iter_mut().for_each(|seat| seat.general = Some("zhangliao".into()));
        setup
    };
    let takes = |_: &Table, request: &Request| {
        let targets = vec![PlayerId(1 - request.who.0)];
        let answer = Answer::Skill { skill: "tuxi".into(), ids: Vec::new(), targets };
        tuxi(request).then_some(answer)
    };
    let last = |table: &Table, request: &Request| {
        let other = table.state().player(PlayerId(1 - request.who.0)).hand.len();
        tuxi(request) && other == 1
    };
    let (same, other) = copies(setup, takes, last);
    assert!(same >= 5 && other == 0, "{same}, {other}");
}

/// An answer in which all backs are alike: which of them is chosen means nothing.
fn without_backs(state: &State, ask: &Ask, answer: &Answer) -> Answer {
    match (ask, answer) {
        (Ask::CardChosen { whose, .. }, Answer::Ids(ids))
            if state.player(*whose).hand.contains(&ids[0]) =>
        {
            Answer::Ids(Vec::new())
        }
        _ => answer.clone(),
    }
}

/// The same answer whatever is hidden: cards and roles that the seat cannot know change places, and
/// it does not notice.
#[test]
fn what_is_hidden_changes_no_answer() {
    let packages = crate::support::own();
    let playing = ReusableVm::new(&packages);
    let games = [
        (Level::Smart, 5, 3, 150),
        (Level::Smart, 8, 4, 150),
        (Level::Careful, 4, 5, 150),
        (Level::Deep, 4, 6, 60),
    ];
    for (level, seats, seed, most) in games {
        let vm = playing.begin(seed).expect("packages");
        let mut table = Table::open(vm, Setup::robots(seats, seed)).expect("a game");
        let mind = || {
            let thinking = ReusableVm::thinking(&packages);
            Mind::new(thinking.begin(seed).expect("packages"), seats, seed)
        };
        let (mut first, mut second) = (mind(), mind());
        Mind::watches(&table);
        let mut answers = 0;
        while table.run() == Status::Asking && answers < most {
            answers += 1;
            table.take_log();
            let who = table.request().expect("a question").who;
            let state = table.engine().state();
            let seen = state.borrow().seen.clone();
            let answer = first.reply(&table, level);
            let before = table.state().clone();
            // A card laid face down stays in its owner's hand, and the settlement speaks of it.
            let laid = match &table.request().expect("a question").ask {
                Ask::Pindian { from, .. } => before.player(*from).hand.clone(),
                _ => Vec::new(),
            };
            let known = |id| first.known(who).knows(id) || laid.contains(&id);
            let mut other = exchanged(&before, Some(who), &known);
            other.seen = seen;
            *state.borrow_mut() = other;
            let blind = second.reply(&table, level);
            let ask = &table.request().expect("a question").ask;
            assert_eq!(
                without_backs(&table.state(), ask, &blind),
                without_backs(&before, ask, &answer),
                "{level:?}, answer {answers} to {}",
                ask.kind()
            );
            *state.borrow_mut() = before;
            table.answer(who, &answer).expect("it is legal");
        }
        assert!(answers > 40, "the game was over after {answers} answers");
    }
}

/// Computers keep count of the cards that they have not seen in the hands of others, however those
/// come and go.
#[test]
fn every_unseen_card_is_one_of_which_something_is_told() {
    let packages = crate::support::own();
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    let mut looked = 0;
    for seed in 1..=30 {
        let vm = playing.begin(seed).expect("packages");
        let mut table = Table::open(vm, Setup::robots(5, seed)).expect("a game");
        let mut mind = Mind::new(thinking.begin(seed).expect("packages"), 5, seed);
        Mind::watches(&table);
        while table.run() == Status::Asking {
            table.take_log();
            mind.watch(&table);
            let who = table.request().expect("a question").who;
            let known = mind.known(who);
            for other in table.state().others(who) {
                let hand = table.state().player(other).hand.clone();
                let unseen = hand.iter().filter(|&&id| !known.holds(id, other)).count();
                assert_eq!(unseen, known.beliefs(other).len(), "game {seed}, {other:?}");
                looked += 1;
            }
            let answer = mind.reply(&table, Level::Plain);
            table.answer(who, &answer).expect("it is legal");
        }
    }
    assert!(looked > 10_000, "only {looked} hands were looked at");
}

/// What computers take for the parts of the deck is what they are.
#[test]
fn sorts_of_cards_have_their_shares_of_the_deck() {
    let vm = ReusableVm::new(&crate::support::own()).begin(1).expect("packages");
    let table = Table::open(vm, Setup::robots(5, 1)).expect("a game");
    let state = table.state();
    for sort in Sort::ALL {
        let is = |id: &usize| state.kind(&Card::Real(CardId(*id as u16)), Sort::of) == sort;
        let part = (0..state.deck.len()).filter(is).count() as f64 / state.deck.len() as f64;
        assert!((part - sort.share()).abs() < 0.02, "{sort:?}: {part}");
    }
}

/// Games of thinking players end, and packages have no faults in them.
#[test]
fn games_of_thinking_players_end_soundly() {
    let packages = crate::support::own();
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    for (seats, seed) in [(2, 1), (3, 2), (5, 3), (8, 4)] {
        let vm = playing.begin(seed).expect("packages");
        let mut table = Table::open(vm, Setup::robots(seats, seed)).expect("a game");
        let mind = Mind::new(thinking.begin(seed).expect("packages"), seats, seed);
        let mut computers = Computers { mind, levels: vec![Level::Smart; seats] };
        let played = play_with(&mut table, &mut computers, true).expect("a sound game");
        assert_eq!(played.refused, 0);
        assert_eq!(table.vm().faults(), []);
        assert_eq!(computers.mind.vm().faults(), []);
    }
}

/// AI files of every kind of entry are heard in whole games, and nothing is wrong with them.
#[test]
fn games_by_the_tables_of_ai_files_end_soundly() {
    let mut packages = crate::support::own();
    packages.extend(crate::support::for_tests());
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    let villagers: Vec<_> = {
        let vm = playing.begin(1).expect("packages");
        let generals = vm.catalogue().generals();
        let names = generals.iter().map(|general| general.name.clone());
        names.filter(|name| name.starts_with("village_")).collect()
    };
    let mut decided = 0;
    for seed in 1..=6 {
        let vm = playing.begin(seed).expect("packages");
        let mut setup = Setup::robots(5, seed);
        for (at, seat) in setup.seats.iter_mut().enumerate() {
            seat.general = Some(villagers[(at + seed as usize) % villagers.len()].clone());
        }
        let mut table = Table::open(vm, setup).expect("a game");
        let mut mind = Mind::new(thinking.begin(seed).expect("packages"), 5, seed);
        mind.explain();
        Mind::watches(&table);
        while table.run() == Status::Asking {
            table.take_log();
            let who = table.request().expect("a question").who;
            let answer = mind.reply(&table, Level::Smart);
            let by_package = |why: fangqi_plugin_sanguosha::Explained| why.layer == "package";
            decided += u32::from(mind.take_explained().is_some_and(by_package));
            table.answer(who, &answer).expect("it is legal");
        }
        assert_eq!(table.vm().faults(), []);
        assert_eq!(mind.vm().faults(), []);
    }
    assert!(decided > 100, "only {decided} answers are the AI's");
}

/// The same seeds give the same games.
#[test]
fn thinking_is_repeatable() {
    let packages = crate::support::own();
    let game = || {
        let playing = ReusableVm::new(&packages);
        let vm = playing.begin(9).expect("packages");
        let mut table = Table::open(vm, Setup::robots(4, 9)).expect("a game");
        let thinking = ReusableVm::thinking(&packages);
        let mut mind = Mind::new(thinking.begin(9).expect("packages"), 4, 9);
        mind.explain();
        Mind::watches(&table);
        let mut said: Vec<(PlayerId, Answer, String)> = Vec::new();
        while table.run() == Status::Asking && said.len() < 120 {
            let who = table.request().expect("a question").who;
            let answer = mind.reply(&table, Level::Smart);
            said.push((who, answer.clone(), format!("{:?}", mind.take_explained())));
            table.answer(who, &answer).expect("it is legal");
        }
        said
    };
    assert_eq!(game(), game());
}

/// Two who take each other's cards in place of drawing come to an end, too.
#[test]
fn games_that_go_in_circles_end() {
    let packages = crate::support::own();
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    for seed in 1..=6 {
        for levels in [[Level::Smart, Level::Plain], [Level::Smart; 2]] {
            let vm = playing.begin(seed).expect("packages");
            let mut setup = Setup::robots(2, seed);
            for seat in &mut setup.seats {
                seat.general = Some("zhangliao".into());
            }
            let mut table = Table::open(vm, setup).expect("a game");
            let mind = Mind::new(thinking.begin(seed).expect("packages"), 2, seed);
            let mut computers = Computers { mind, levels: levels.to_vec() };
            let played = play_with(&mut table, &mut computers, false).expect("an end");
            assert!(played.turns < 1000, "seed {seed}: {} turns", played.turns);
        }
    }
}
