//! Test runner for packages: tests set up a situation, expect and answer questions, and check the
//! outcome.
//!
//! A test file is Lua in a VM of its own. `lua/test_runner.luau` gives it `test` and the methods of
//! `t`; what those need of the game is here.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use fangqi_sanguosha::frame::Play;
use fangqi_sanguosha::{
    About, Ask, CardId, Copies, Cx, Engine, Event, Flow, Frame, Phase, Place, PlayerId, Role,
    Seated, Setup, State, Status, Suit, Target, Value as Given, live, notation, ops, reach,
};
use mlua::{Function, Table as LuaTable, Value};

use super::{PackageSource, ReusableVm, Table};
use fangqi_vm::{Compiled, ErrorKind, ScriptError, Vm, VmLimits, compile, host_script};

/// Fuel of one test: some seconds.
const FUEL: u64 = 500_000_000;
/// Lua memory of a test file.
const MEMORY: usize = 64 << 20;
/// Answers in one test after which a game is taken to go in circles.
const SEED: u64 = 1;

/// A test that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tested {
    /// What it is called.
    pub name: String,
    /// Why it failed.
    pub failure: Option<String>,
}

/// Runs the tests of a file against packages. Each test has a game of its own.
///
/// # Errors
/// The file itself cannot be run.
pub fn run_tests(
    packages: &[PackageSource],
    name: &str,
    text: &str,
) -> Result<Vec<Tested>, ScriptError> {
    let script = compile(name, text.as_bytes())?;
    let vm = Vm::new(&VmLimits { memory: MEMORY, fuel: FUEL }, SEED)
        .map_err(|error| fault(&error.to_string()))?;
    let game: Rc<RefCell<Option<Table>>> = Rc::default();
    let tests = vm.lua().create_table().map_err(|error| ScriptError::host(&error))?;
    prepare(&vm, packages, &game, &tests).map_err(|error| ScriptError::host(&error))?;
    vm.seal().map_err(|error| fault(&error.to_string()))?;
    let chunk = vm.load(&script)?;
    vm.start(chunk, ())?;
    let mut results = Vec::new();
    for entry in tests.sequence_values::<LuaTable>() {
        let entry = entry.map_err(|error| ScriptError::host(&error))?;
        let name: String = entry.get("name").map_err(|error| ScriptError::host(&error))?;
        let run: Function = entry.get("run").map_err(|error| ScriptError::host(&error))?;
        let outcome = vm.start(run, ());
        let faults = game.take().map_or_else(Vec::new, |table| table.vm().faults());
        let failure = match (outcome, faults.first()) {
            (Err(error), Some(first)) => Some(format!("{error} (after the fault {first})")),
            (Err(error), None) => Some(error.to_string()),
            (Ok(_), Some(first)) => Some(first.to_string()),
            (Ok(_), None) => None,
        };
        results.push(Tested { name, failure });
    }
    Ok(results)
}

fn fault(message: &str) -> ScriptError {
    ScriptError { message: message.to_owned(), ..ScriptError::nowhere(ErrorKind::Error) }
}

/// The frame at the bottom of a test's stack: nothing happens until the test wants something.
#[derive(Debug, Clone)]
struct Idle;

impl Frame for Idle {
    fn step(&mut self, cx: &Cx<'_>, _input: Given) -> Flow {
        let who = cx.s().current;
        Flow::Ask(who, Ask::Choice { skill: "idle".into(), options: vec!["go".into()] })
    }

    fn about(&self) -> About {
        About::new("test")
    }

    fn fork(&self, _: &mut Copies) -> Box<dyn Frame> {
        Box::new(self.clone())
    }
}

/// A turn from its beginning, or from a phase.
#[derive(Debug, Clone)]
struct Turn {
    who: PlayerId,
    from: Option<Phase>,
    begun: bool,
}

impl Frame for Turn {
    fn step(&mut self, cx: &Cx<'_>, _input: Given) -> Flow {
        if self.begun {
            return Flow::end();
        }
        self.begun = true;
        cx.m().current = self.who;
        match self.from {
            Some(phase) => Flow::push(Play::from(self.who, phase)),
            None => Flow::raise(cx, Event::TurnStart, self.who, &live(Default::default())),
        }
    }

    fn about(&self) -> About {
        About::new("turn").player(self.who)
    }

    fn fork(&self, _: &mut Copies) -> Box<dyn Frame> {
        Box::new(self.clone())
    }
}

type Game = Rc<RefCell<Option<Table>>>;

/// An error with a sentence for the author of a test.
fn wrong(message: impl Into<String>) -> mlua::Error {
    mlua::Error::RuntimeError(message.into())
}

/// Gives the test VM its functions.
fn prepare(vm: &Vm, packages: &[PackageSource], game: &Game, tests: &LuaTable) -> mlua::Result<()> {
    static SCRIPT: OnceLock<Compiled> = OnceLock::new();
    let lua = vm.lua();
    let prim = lua.create_table()?;
    let (playing, kept) = (ReusableVm::new(packages), Rc::clone(game));
    let begin = move |_: &mlua::Lua, (generals, roles): (Vec<String>, Option<Vec<String>>)| {
        *kept.borrow_mut() = None;
        let table = begin(&playing, &generals, roles.as_deref()).map_err(wrong)?;
        *kept.borrow_mut() = Some(table);
        Ok(())
    };
    prim.set("begin", lua.create_function(begin)?)?;
    set_up(lua, &prim, game)?;
    begin_turns(lua, &prim, game)?;
    drive(lua, &prim, game)?;
    look(lua, &prim, game)?;
    let install = host_script(&SCRIPT, include_str!("lua/test_runner.luau"))
        .and_then(|script| vm.load(script))
        .map_err(|error| wrong(error.to_string()))?;
    let given: LuaTable = install.call((prim, tests.clone()))?;
    lua.globals().set("test", given.get::<Value>("test")?)
}

/// A game of these generals after its beginning, with empty hands.
fn begin(
    playing: &ReusableVm,
    generals: &[String],
    roles: Option<&[String]>,
) -> Result<Table, String> {
    let vm = playing.begin(SEED).map_err(|error| error.to_string())?;
    let mut setup = Setup::robots(generals.len(), SEED);
    let usual = fangqi_sanguosha::state::roles(generals.len());
    for (at, general) in generals.iter().enumerate() {
        let role = match roles.and_then(|roles| roles.get(at)) {
            Some(text) => Role::from_text(text).ok_or_else(|| format!("no role {text}"))?,
            None => usual[at],
        };
        setup.seats[at] = Seated { role: Some(role), ..Seated::robot(general) };
    }
    let state = State::new(vm.catalogue(), &setup).map_err(|error| error.to_string())?;
    let state = Rc::new(RefCell::new(state));
    let mut table = Table::with(vm, Engine::trial(Rc::clone(&state), Box::new(Idle)));
    for (at, name) in generals.iter().enumerate() {
        let mut state = state.borrow_mut();
        let general = state.catalogue.general(name).ok_or_else(|| format!("no general {name}"))?;
        let id = PlayerId(at as u8);
        state.become_general(id, &general);
        let more = i32::from(generals.len() > 4 && state.player(id).role == Role::Lord);
        let player = state.player_mut(id);
        player.max_hp = general.max_hp + more;
        player.hp = player.max_hp;
    }
    for at in 0..generals.len() {
        let id = PlayerId(at as u8);
        let start = {
            let cx = table.cx();
            ops::trigger(&cx, Event::GameStart, id, live(Default::default()))
        };
        table.run();
        table.engine_mut().push(start);
        table.run();
        while !is_idle(&table) {
            table.answer_by_default();
            table.run();
        }
    }
    let mut state = state.borrow_mut();
    for at in 0..generals.len() {
        for id in state.players[at].hand.clone() {
            state.put(id, &Target::DrawBottom, None);
        }
    }
    state.log.clear();
    drop(state);
    Ok(table)
}

fn is_idle(table: &Table) -> bool {
    table.request().is_none_or(|request| request.ask.detail() == "idle")
}

fn is_playing(table: &Table) -> bool {
    table.request().is_some_and(|request| matches!(request.ask, Ask::Activate))
}

/// Calls with the game, or says that there is none.
fn with<R>(game: &Game, act: impl FnOnce(&mut Table) -> mlua::Result<R>) -> mlua::Result<R> {
    match &mut *game.borrow_mut() {
        Some(table) => act(table),
        None => Err(wrong("there is no game")),
    }
}

fn player(table: &Table, who: &Value) -> mlua::Result<PlayerId> {
    let found = match who {
        Value::Integer(at) => u8::try_from(at - 1).ok().map(PlayerId),
        Value::Number(at) => Some(PlayerId(*at as u8 - 1)),
        Value::String(name) => notation::player(&table.state(), &name.to_string_lossy()),
        _ => None,
    };
    let exists = |id: &PlayerId| id.index() < table.state().players.len();
    found.filter(exists).ok_or_else(|| wrong("no such player"))
}

/// A card of the draw pile by `slash`, `slash:S7` or `:H2`.
fn find_card(state: &State, spec: &str) -> mlua::Result<CardId> {
    let (name, face) = spec.split_once(':').unwrap_or((spec, ""));
    let mut wanted = None;
    if let Some(letter) = face.chars().next() {
        let suit = match letter {
            'S' => Suit::Spade,
            'C' => Suit::Club,
            'H' => Suit::Heart,
            'D' => Suit::Diamond,
            _ => return Err(wrong(format!("{spec}: no such suit"))),
        };
        let number = if face.len() > 1 { face[1..].parse::<u8>().ok() } else { None };
        wanted = Some((suit, number));
    }
    let fits = |&id: &CardId| {
        let printed = &state.deck[id.index()];
        (name.is_empty() || *state.name_of(id) == *name)
            && wanted.is_none_or(|(suit, number)| {
                printed.suit == suit && number.is_none_or(|number| printed.number == number)
            })
    };
    let piles = state.draw.iter().rev().chain(&state.discard);
    piles.copied().find(fits).ok_or_else(|| wrong(format!("no card {spec} in the pile")))
}

/// Functions that set a situation up.
fn set_up(lua: &mlua::Lua, prim: &LuaTable, game: &Game) -> mlua::Result<()> {
    let kept = Rc::clone(game);
    let put = move |_: &mlua::Lua, (who, spec, place): (Value, String, String)| {
        with(&kept, |table| {
            let id = find_card(&table.state(), &spec)?;
            let target = match place.as_str() {
                "hand" => Target::Hand(player(table, &who)?),
                "equip" => Target::Equip(player(table, &who)?),
                "judging" => Target::Judging(player(table, &who)?),
                "discard" => Target::Discard,
                pile => {
                    let (owner, name) = (player(table, &who)?, pile.into());
                    Target::Pile { owner, name, open: true }
                }
            };
            table.engine().state().borrow_mut().put(id, &target, None);
            Ok(id.0)
        })
    };
    prim.set("put", lua.create_function(put)?)?;
    let kept = Rc::clone(game);
    let top = move |_: &mlua::Lua, specs: Vec<String>| {
        with(&kept, |table| {
            let mut ids = Vec::new();
            for spec in &specs {
                let id = find_card(&table.state(), spec)?;
                table.engine().state().borrow_mut().put(id, &Target::Table, None);
                ids.push(id);
            }
            for id in ids.iter().rev() {
                table.engine().state().borrow_mut().put(*id, &Target::DrawTop, None);
            }
            Ok(ids.into_iter().map(|id| id.0).collect::<Vec<_>>())
        })
    };
    prim.set("top", lua.create_function(top)?)?;
    let kept = Rc::clone(game);
    let number = move |_: &mlua::Lua, (who, what, value): (Value, String, Option<i32>)| {
        with(&kept, |table| {
            let id = player(table, &who)?;
            let mut state = table.engine().state().borrow_mut();
            let owner = state.player_mut(id);
            Ok(match (what.as_str(), value) {
                ("hp", Some(value)) => std::mem::replace(&mut owner.hp, value),
                ("hp", None) => owner.hp,
                ("max_hp", Some(value)) => std::mem::replace(&mut owner.max_hp, value),
                ("max_hp", None) => owner.max_hp,
                (mark, Some(value)) => {
                    owner.set_mark(mark, value);
                    value
                }
                (mark, None) => owner.mark(mark),
            })
        })
    };
    prim.set("number", lua.create_function(number)?)
}

/// Beginning a turn.
fn begin_turns(lua: &mlua::Lua, prim: &LuaTable, game: &Game) -> mlua::Result<()> {
    let kept = Rc::clone(game);
    let begin_turn = move |_: &mlua::Lua, (who, phase): (Value, Option<String>)| {
        with(&kept, |table| {
            while is_playing(table) {
                // The turn that is open ends first, with whatever its end asks.
                table.answer_by_default();
                go_on(table);
                while !is_idle(table) && !is_playing(table) {
                    table.answer_by_default();
                    go_on(table);
                }
            }
            if !is_idle(table) {
                return Err(wrong(format!("a question is open: {}", question(table))));
            }
            let who = player(table, &who)?;
            let from = phase.and_then(|text| Phase::from_text(&text));
            table.engine_mut().push(Box::new(Turn { who, from, begun: false }));
            go_on(table);
            Ok(())
        })
    };
    prim.set("begin_turn", lua.create_function(begin_turn)?)
}

/// Goes on to the next question that can be answered. Who has cards is asked for a jink without
/// having one, so that the question tells nothing; tests are about those who have.
fn go_on(table: &mut Table) {
    loop {
        table.run();
        let Some(request) = table.request().cloned() else { return };
        let cx = table.cx();
        let able = match &request.ask {
            Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => {
                reach::can_answer(&cx, request.who, pattern)
            }
            Ask::Peach { dying, .. } => {
                let wanted = reach::rescue_pattern(request.who, *dying);
                reach::can_answer(&cx, request.who, wanted)
            }
            _ => true,
        };
        if able {
            return;
        }
        table.answer_by_default();
    }
}

/// The open question in words.
fn question(table: &Table) -> String {
    match table.request() {
        Some(request) if request.ask.detail() == "idle" => "none".to_owned(),
        Some(request) => {
            let state = table.state();
            let general = &state.player(request.who).general;
            format!("{general} is asked {} {}", request.ask.kind(), request.ask.detail())
        }
        None => "none, the game is over".to_owned(),
    }
}

/// Functions that play.
fn drive(lua: &mlua::Lua, prim: &LuaTable, game: &Game) -> mlua::Result<()> {
    let kept = Rc::clone(game);
    let asked = move |_: &mlua::Lua, ()| {
        with(&kept, |table| {
            let state = table.state();
            Ok(match table.request() {
                Some(request) if request.ask.detail() != "idle" => (
                    Some(state.player(request.who).general.to_string()),
                    Some(i64::from(request.who.0) + 1),
                    Some(request.ask.kind().to_owned()),
                    Some(detail(&state, &request.ask)),
                ),
                _ => (None, None, None, None),
            })
        })
    };
    prim.set("asked", lua.create_function(asked)?)?;
    let kept = Rc::clone(game);
    let answer = move |_: &mlua::Lua, text: String| {
        with(&kept, |table| {
            let Some(request) = table.request() else { return Ok(Some("nobody is asked".into())) };
            let who = request.who;
            if let Err(refused) = table.answer_text(who, &text) {
                return Ok(Some(refused.to_string()));
            }
            go_on(table);
            Ok(None)
        })
    };
    prim.set("answer", lua.create_function(answer)?)?;
    let kept = Rc::clone(game);
    let by_default = move |_: &mlua::Lua, ()| {
        with(&kept, |table| {
            table.answer_by_default();
            go_on(table);
            Ok(())
        })
    };
    prim.set("answer_by_default", lua.create_function(by_default)?)?;
    let kept = Rc::clone(game);
    let words = move |_: &mlua::Lua, ()| with(&kept, |table| Ok(question(table)));
    prim.set("question", lua.create_function(words)?)
}

/// What a question is for, in the words of tests: of a nullification, the trick.
fn detail(state: &State, ask: &Ask) -> String {
    match ask {
        Ask::Nullify { trick, .. } => state.card_name(trick).to_string(),
        _ => ask.detail().to_owned(),
    }
}

/// Functions that look at the outcome.
fn look(lua: &mlua::Lua, prim: &LuaTable, game: &Game) -> mlua::Result<()> {
    let kept = Rc::clone(game);
    let place = move |_: &mlua::Lua, id: u16| {
        with(&kept, |table| {
            let state = table.state();
            let location = state.location(CardId(id));
            let owner = location.owner.map(|id| state.player(id).general.to_string());
            let pile = location.owner.filter(|_| location.place == Place::Special);
            let pile = pile.and_then(|owner| {
                let piles = &state.player(owner).piles;
                piles.iter().find(|pile| pile.cards.contains(&CardId(id)))
            });
            let place = match pile {
                Some(pile) => format!("pile:{}", pile.name),
                None => location.place.text().to_owned(),
            };
            Ok((place, owner))
        })
    };
    prim.set("place", lua.create_function(place)?)?;
    let kept = Rc::clone(game);
    let hand = move |_: &mlua::Lua, who: Value| {
        with(&kept, |table| {
            let id = player(table, &who)?;
            Ok(table.state().player(id).hand.iter().map(|id| id.0).collect::<Vec<_>>())
        })
    };
    prim.set("hand", lua.create_function(hand)?)?;
    let kept = Rc::clone(game);
    let is = move |_: &mlua::Lua, (who, what, name): (Value, String, Option<String>)| {
        with(&kept, |table| {
            let id = player(table, &who)?;
            let state = table.state();
            let name = name.unwrap_or_default();
            let owner = state.player(id);
            Ok(match what.as_str() {
                "alive" => owner.alive,
                "chained" => owner.chained,
                "face_up" => owner.face_up,
                "skill" => state.has_skill(id, &name),
                "flag" => owner.has_flag(&name),
                _ => return Err(wrong(format!("no such question: {what}"))),
            })
        })
    };
    prim.set("is", lua.create_function(is)?)?;
    let kept = Rc::clone(game);
    let word = move |_: &mlua::Lua, (what, who): (String, Value)| {
        with(&kept, |table| {
            let state = table.state();
            Ok(match what.as_str() {
                "winner" => state.winner.as_ref().map(ToString::to_string),
                _ => Some(state.player(player(table, &who)?).phase.text().to_owned()),
            })
        })
    };
    prim.set("word", lua.create_function(word)?)?;
    let kept = Rc::clone(game);
    let run = move |_: &mlua::Lua, ()| with(&kept, |table| Ok(table.run() == Status::Asking));
    prim.set("run", lua.create_function(run)?)
}
