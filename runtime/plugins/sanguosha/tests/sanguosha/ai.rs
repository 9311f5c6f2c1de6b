//! AI files in the manner of other authors are heard in whole games: every function that an author
//! has written is asked, nothing is wrong with it, and what it says is done.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::support::{authors, own};
use fangqi_plugin_sanguosha::{Level, Mind, PackageSource, ReusableVm, Table};
use fangqi_sanguosha::{Ask, Setup, Status, request};

/// Sizes of the games, in turn.
const SEATS: [usize; 4] = [5, 3, 8, 4];
/// Games of each package, unless `SGS_GAMES` says how many.
const GAMES: u64 = 12;
/// Functions that are seldom asked are to be asked in so many games.
const ENOUGH: u64 = 12;
/// What nobody asks: a helper of the author's own, questions that the package does not put, and
/// what is told in later generations alone.
const IDLE: &[&str] = &[
    "SmartAI.needCaravan",
    "ai_choicemade_filter.cardResponsed.@cv_levy",
    "ai_skill_playerchosen.cv_levy",
    "ai_view_as.cv_glean",
    "ai_choicemade_filter.cardChosen.ln_watch",
];

/// Notes what is there before the AI that is watched, and strategies as they are set.
const BEFORE: &str = r#"
local WATCHED = {
  "ai_skill_invoke", "ai_skill_choice", "ai_skill_discard", "ai_skill_cardask", "ai_skill_use",
  "ai_skill_use_func", "ai_skill_askforag", "ai_cardshow", "ai_skill_playerchosen",
  "ai_skill_cardchosen", "ai_skill_pindian", "ai_skill_suit", "ai_slash_prohibit", "ai_cardneed",
  "ai_view_as", "ai_filterskill_filter", "ai_card_intention",
}
sgs.watch_has = {}
function sgs.watch_call(name, func)
  table.insert(sgs.watch_has, name)
  return function(...)
    print("asked", name)
    return func(...)
  end
end
local known = { SmartAI = table.clone(SmartAI), skills = #sgs.ai_skills }
for _, name in ipairs(WATCHED) do
  known[name] = table.clone(sgs[name])
end
sgs.watch_known, sgs.watch_names = known, WATCHED
for _, method in ipairs({ "setSkillAI", "setCardSkillAI", "setTriggerSkillAI" }) do
  local set = SmartAI[method]
  SmartAI[method] = function(self, name, spec, ...)
    local watched = {}
    for field, value in pairs(spec) do
      local called = name .. "." .. field
      watched[field] = type(value) == "function" and sgs.watch_call(called, value) or value
    end
    return set(self, name, watched, ...)
  end
  known.SmartAI[method] = SmartAI[method]
end
"#;

/// Watches what has come since then.
const AFTER: &str = r#"
local known = sgs.watch_known
local function watch(list, before, name)
  for key, value in pairs(list) do
    if type(value) == "function" and value ~= before[key] then
      list[key] = sgs.watch_call(name .. "." .. tostring(key), value)
    end
  end
end
for _, name in ipairs(sgs.watch_names) do
  watch(sgs[name], known[name], name)
end
for index = known.skills + 1, #sgs.ai_skills do
  local skill = sgs.ai_skills[index]
  local called = "ai_skills." .. skill.name
  skill.getTurnUseCard = sgs.watch_call(called, skill.getTurnUseCard)
end
for group, list in pairs(sgs.ai_choicemade_filter) do
  watch(list, {}, "ai_choicemade_filter." .. group)
end
watch(SmartAI, known.SmartAI, "SmartAI")
local make = SmartAI.makeReply
function SmartAI:makeReply(command, data)
  for _, name in ipairs(sgs.watch_has) do
    print("has", name)
  end
  sgs.watch_has = {}
  local text, benefit = make(self, command, data)
  if text ~= nil then
    print("says", text)
  end
  return text, benefit
end
"#;

fn watcher(name: &str, ai: &str) -> PackageSource {
    let text = format!(
        "module(\"extensions.{name}\", package.seeall)\nextension = sgs.Package(\"{name}\")\n"
    );
    let package = PackageSource::compile(name, text.as_bytes()).expect("Lua");
    package.with_ai(ai.as_bytes()).expect("Lua")
}

/// What is heard of AI files.
#[derive(Default)]
struct Heard {
    asked: BTreeMap<String, u64>,
    says: Option<String>,
}

impl Heard {
    fn line(&mut self, line: &str) {
        match line.split_once('\t') {
            Some(("has", name)) => {
                self.asked.entry(name.to_owned()).or_default();
            }
            Some(("asked", name)) => *self.asked.entry(name.to_owned()).or_default() += 1,
            Some(("says", text)) => self.says = Some(text.to_owned()),
            _ => {}
        }
    }
}

/// Plays a game of thinking players, and gives what is wrong in it and how many answers were the
/// AI's.
fn play(table: &mut Table, mind: &mut Mind, heard: &Rc<RefCell<Heard>>) -> (Vec<String>, u64) {
    let (mut wrong, mut by_package) = (Vec::new(), 0);
    mind.explain();
    Mind::watches(table);
    while table.run() == Status::Asking {
        table.take_log();
        heard.borrow_mut().says = None;
        let asked = table.request().expect("a question").clone();
        let answer = mind.reply(table, Level::Smart);
        let layer = mind.take_explained().map_or("", |why| why.layer);
        let says = heard.borrow_mut().says.take();
        // A card of somebody else is called by what lies in its place; acts are weighed with
        // others.
        let plain = !matches!(asked.ask, Ask::Activate | Ask::CardChosen { .. });
        if layer == "package" && plain {
            by_package += 1;
            let said = says
                .as_deref()
                .and_then(|text| request::read_answer(&table.cx(), &asked.ask, text));
            if said.as_ref() != Some(&answer) {
                wrong.push(format!("{}: {says:?} became {answer:?}", asked.ask.kind()));
            }
        }
        table.answer(asked.who, &answer).expect("it is legal");
    }
    wrong.extend(table.vm().faults().iter().map(ToString::to_string));
    wrong.extend(mind.vm().faults().iter().map(ToString::to_string));
    (wrong, by_package)
}

#[test]
fn ai_files_are_asked_and_heard() {
    let games = std::env::var("SGS_GAMES").ok().and_then(|count| count.parse().ok());
    let games: u64 = games.unwrap_or(GAMES);
    let only = std::env::var("SGS_ONLY").ok();
    let (mut wrong, mut watched) = (Vec::new(), 0);
    for package in authors().iter().filter(|package| package.has_ai()) {
        if only.as_ref().is_some_and(|name| name != package.name()) {
            continue;
        }
        let mut packages = own();
        packages.extend([watcher("watch", BEFORE), package.clone(), watcher("watched", AFTER)]);
        let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
        let heard = Rc::new(RefCell::new(Heard::default()));
        let mut by_package = 0;
        for seed in 1..=games {
            let seats = SEATS[seed as usize % SEATS.len()];
            let vm = playing.begin(seed).expect("packages");
            let mut setup = Setup::robots(seats, seed);
            let generals = vm.catalogue().generals();
            let names = generals.iter().map(|general| general.name.clone());
            let initials = initials(package);
            let names: Vec<_> = names.filter(|name| name.starts_with(&initials)).collect();
            drop(generals);
            for (at, seat) in setup.seats.iter_mut().enumerate() {
                seat.general = Some(names[(at + seed as usize) % names.len()].clone());
            }
            let mut table = Table::open(vm, setup).expect("a game");
            let thinks = thinking.begin(seed).expect("packages");
            let sink = Rc::clone(&heard);
            thinks.set_sink(move |_, line| sink.borrow_mut().line(line));
            let mut mind = Mind::new(thinks, seats, seed);
            let (found, count) = play(&mut table, &mut mind, &heard);
            wrong.extend(found.iter().map(|what| format!("{} {seed}: {what}", package.name())));
            by_package += count;
        }
        let heard = heard.borrow();
        let asked = heard.asked.iter().filter(|(name, _)| !IDLE.contains(&name.as_str()));
        let idle: Vec<_> = asked.filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
        println!("{}: {by_package} answers; {:?}", package.name(), heard.asked);
        watched += heard.asked.len();
        assert!(by_package > 0, "{}: nothing was answered by its AI", package.name());
        if games >= ENOUGH && !idle.is_empty() {
            wrong.push(format!("{}: never asked: {idle:?}", package.name()));
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(only.is_some() || watched > 75, "only {watched} functions were watched");
}

/// How the names of a package's generals begin.
fn initials(package: &PackageSource) -> String {
    match package.name() {
        "almanac" => "al_",
        "caravan" => "cv_",
        "ferry" => "fe_",
        "lantern" => "ln_",
        "quarry" => "qr_",
        name => name,
    }
    .to_owned()
}
