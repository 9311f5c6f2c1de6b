//! The Lua module `Sanguosha`.

mod jobs;
mod tables;

use std::cell::Ref;
use std::sync::Arc;

use fangqi_sanguosha::{Chosen, PlayerId as Seat, Status};
use mlua::{Table, Value};

use self::jobs::Think;
use crate::{Begin, BeginSeat, Game, Games, Kept, LogRenderer, RecordError};
use fangqi_plugin::Call;
use fangqi_plugin::Package;
use fangqi_plugin::Refusal;
use fangqi_plugin::into_table;
use fangqi_plugin::lua_module;
use fangqi_plugin::{Effort, may_think, order};
use fangqi_plugin::{LongString, Options, list};
use fangqi_protocol::LogLevel;

/// Levels of `think`.
const LEVELS: u8 = 4;
/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 2;
/// Worlds that a slow machine tries answers in within a second.
const WORLDS_A_SECOND: f64 = 40.0;
/// Fuel for looking at a game: tens of microseconds.
const LOOK_FUEL: u64 = 500;
/// Fuel for an answer: what it sets off takes some hundred microseconds.
const ANSWER_FUEL: u64 = 10_000;
/// Fuel for each answer of a game's text, which may have to be played again.
const FUEL_PER_ANSWER: u64 = 20;
/// Names in a list of a setup.
const NAMES_MAX: usize = 256;
/// Generals to choose from.
const CHOICES_MAX: usize = 12;
/// Cards that may be laid on the draw pile.
const STACK_MAX: usize = 128;
/// Cards or players that one answer may name.
const CHOSEN_MAX: usize = 64;

lua_module! {
    /// The Sanguosha engine 三国杀: rules, and the packages that the manifest names under
    /// `[sanguosha]`. A game is a text, which a script keeps as it keeps any value; it holds all
    /// roles and answers, so show it to nobody. Seats are 0 to 9. Cards are numbers from 0, the
    /// places in `deck()` less one. Answers are texts as in `suggest` and `candidates`, which write
    /// them.
    pub static SANGUOSHA = "Sanguosha", Value;

    /// Begins a game: `{seats=, seed=, choices=, banned=, forced=, stack=}`. `seats` lists
    /// `{name=, robot=, role=, general=}`, the first of seat 0; roles and generals are left to the
    /// game unless given. Everybody chooses among `choices` generals (3), the lord among two more;
    /// `banned` are packages, `forced` generals that are offered first, and `stack` lists cards
    /// that lie on top of the draw pile, the first to be drawn first: four for each hand from the
    /// lord's on, and then what is drawn in turns. Without `seed` the room's chance decides.
    /// Returns the game, and the news of its beginning as `answer` gives it; or nil and why there
    /// can be none.
    /// Example: `local game = Sanguosha:open({ seats = { { name = "A" }, { name = "B" } } })`
    fn open(ctx, setup: Table) -> (game: String, news: Table) {
        let begin = begin(&ctx, setup)?;
        ctx.charge(ANSWER_FUEL)?;
        let package = packages(&ctx)?;
        ctx.host().state::<Games>().clear();
        let (game, news) = Game::begin(sources(&package)?, &begin)?;
        let text = game.text().to_owned();
        let news = tables::news(&ctx, &package, &game, &news)?;
        warn(&ctx, &game);
        ctx.host().state::<Games>().keep(game);
        Ok((text, news))
    }

    /// Gives the answer of a seat: a text of `candidates`, `suggest` or `hint`, `"."` for nothing,
    /// `"!"` for whatever is taken for who does not answer. Returns the game as it is at the next
    /// question, and the news: a list of `{text=, key=, from=, to=, cards=, viewer=}`, each a line
    /// of the log with its text in both languages; one with a `viewer` is for that seat alone. Or
    /// nil and why it is refused, as a text.
    /// Example: `local after, news = Sanguosha:answer(game, 0, "12->sgs2")`
    fn answer(ctx, game: LongString, seat: u32, text: String)
        -> (after: Option<String>, news: Value)
    {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        ctx.charge(ANSWER_FUEL)?;
        let outcome = kept.borrow_mut().answer(seat_of(seat)?, &text);
        let game = kept.borrow();
        match outcome {
            Ok(news) => {
                warn(&ctx, &game);
                let news = tables::news(&ctx, &package, &game, &news)?;
                Ok((Some(game.text().to_owned()), Value::Table(news)))
            }
            Err(RecordError::Answer(why)) => {
                let why = with_renderer(&package, &game, |renderer| renderer.refusal(&why))?;
                Ok((None, Value::Table(into_table(ctx.lua, &why)?)))
            }
            Err(why) => Err(why.into()),
        }
    }

    /// How a game stands, as everybody knows it: `{over=, winners=, seat=, kind=, serial=, turn=,
    /// turns=}`. `winners` lists the seats that have won; `seat` is who is asked, `kind` what kind
    /// of question it is, and `serial` counts questions; `turn` is whose turn it is.
    /// Example: `if Sanguosha:state(game).over then … end`
    fn state(ctx, game: LongString) -> (state: Table) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        Ok((tables::state(ctx.lua, &kept.borrow())?,))
    }

    /// What a seat may know of a game, or what those may who watch: `{players=, order=, turn=,
    /// draw=, discard=}`. `players` has for each seat `{seat=, general=, kingdom=, role=, hp=,
    /// maxHp=, alive=, faceUp=, chained=, phase=, handCount=, hand=, equips=, judging=, piles=,
    /// marks=, skills=}`, lists of card numbers where cards are meant. `role` is nil where it is
    /// not known, `hand` empty for all but the seat itself; `judging` lists `{card=, name=}`,
    /// `piles` `{name=, count=, cards=}`, `marks` `{name=, count=}`. `order` lists the seats as
    /// they follow each other, `draw` is how many cards are left, `discard` the discard pile, the
    /// newest last.
    /// Example: `local mine = Sanguosha:view(game, 0).players[1].hand`
    fn view(ctx, game: LongString, seat: Option<u32>) -> (view: Table) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        let viewer = seat.map(seat_of).transpose()?;
        let view = kept.borrow().table.view(viewer);
        Ok((tables::view(ctx.lua, &view)?,))
    }

    /// The cards of all hands, a list for each seat: for laying them out, since each seat is to
    /// see its own alone.
    /// Example: `local hands = Sanguosha:hands(game)`
    fn hands(ctx, game: LongString) -> (hands: Table) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        Ok((tables::hands(ctx.lua, &kept.borrow())?,))
    }

    /// What the seat that is asked is told: `{seat=, kind=, detail=, serial=, prompt=, shown=}`, or
    /// nil when nobody is asked. `prompt` is the question as a text; `shown` lists cards that are
    /// looked at, `{cards=, all=}`: by everybody if `all`, else by that seat alone.
    /// Example: `local prompt = Sanguosha:hint(game).prompt`
    fn hint(ctx, game: LongString) -> (hint: Value) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        let hint = tables::hint(ctx.lua, package_of(&package)?, &kept.borrow())?;
        Ok((hint.map_or(Value::Nil, Value::Table),))
    }

    /// What the seat that is asked may choose next, with what it has chosen, `{skill=, cards=,
    /// players=}`: `{cards=, backs=, skills=, players=, options=, count=, ready=, decline=}`.
    /// `backs` are hand cards of another seat: which is which, the chooser must not learn;
    /// `options` lists `{value=, text=}`; `count` is how many cards are wanted, 0 where that
    /// depends. `ready` is the answer that is given by what is chosen, nil while it is none, and
    /// `decline` whether `"."` is one.
    /// Example: `local next = Sanguosha:candidates(game, { cards = { 12 } })`
    fn candidates(ctx, game: LongString, chosen: Option<Table>) -> (next: Table) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        let chosen = chosen.map(|chosen| read_chosen(chosen, &ctx)).transpose()?;
        let game = kept.borrow();
        let panel = game.panel(&chosen.unwrap_or_default())?;
        Ok((tables::panel(ctx.lua, package_of(&package)?, &game, &panel)?,))
    }

    /// What a computer answers in the place of the seat that is asked. It knows what that seat
    /// knows. With `"trust"` it only answers what it must 托管; else it plays.
    /// Example: `local text = Sanguosha:suggest(game)`
    fn suggest(ctx, game: LongString, how: Option<String>) -> (answer: String) {
        let trust = match how.as_deref() {
            None | Some("plain") => false,
            Some("trust") => true,
            Some(other) => return Err(format!("`how` is plain or trust, not {other}").into()),
        };
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        ctx.charge(ANSWER_FUEL)?;
        let text = kept.borrow().suggest(trust)?;
        Ok((text,))
    }

    /// Has a computer think about what the seat that is asked answers, and waits. It knows what
    /// that seat knows. `options` is `{level=, seconds=}`: from 1, the stand-in 托管, which only
    /// gives what it is asked for and has, by 2, which tries everything out, and 3, which plays
    /// on some turns, to 4, which takes more time; without it 2. Returns
    /// `{answer=, layer=, candidates=}`: the answer as a text, and why: `candidates` lists what it
    /// was chosen from, the best first, as `{answer=, worth=}`; a hp is worth 200. That tells of
    /// the seat's hand. Or nil and why not.
    /// Example: `local thought = Sanguosha:think(game, { level = 3 })`
    @waits
    fn think(ctx, game: LongString, options: Option<Table>) -> (thought: Table) {
        let effort = Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?;
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        if kept.borrow().table.request().is_none() {
            return Err("nobody is asked".into());
        }
        let packages = package_of(&package)?.sources().clone();
        let mut host = ctx.host();
        may_think(&host)?;
        let (level, worlds) = (effort.level, effort.budget(WORLDS_A_SECOND));
        let (game, seed) = (game.0.to_owned(), host.rng.next_u64());
        order(&mut host, &SANGUOSHA, Think { packages, game, level, seed, worlds })
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Sanguosha:stop()`
    @sure
    fn stop(ctx) -> (count: u32) {
        Ok((ctx.host().cancel_jobs(SANGUOSHA.name),))
    }

    /// What is being resolved, in words, the outermost first.
    /// Example: `local what = Sanguosha:stack(game)`
    fn stack(ctx, game: LongString) -> (texts: Table) {
        let package = packages(&ctx)?;
        let kept = find(&ctx, &package, &game.0)?;
        let game = kept.borrow();
        let stack = game.table.stack();
        let told = with_renderer(&package, &game, |renderer| {
            stack.iter().filter_map(|about| renderer.about(about)).collect::<Vec<_>>()
        })?;
        Ok((tables::texts(ctx.lua, &told)?,))
    }

    /// The cards of the packages, for `Cards.deck`: a list of `{block=, zh=, en=, sort=, key=}`.
    /// Example: `local deck = Cards.deck(Sanguosha:deck())`
    fn deck(ctx) -> (cards: Table) {
        let package = packages(&ctx)?;
        Ok((tables::deck(ctx.lua, package_of(&package)?)?,))
    }

    /// The names of all generals.
    /// Example: `local names = Sanguosha:generals()`
    fn generals(ctx) -> (names: Table) {
        let package = packages(&ctx)?;
        let generals = package_of(&package)?.generals();
        let names = generals.iter().map(|general| general.name.as_str());
        Ok((ctx.lua.create_sequence_from(names)?,))
    }

    /// A general: `{name=, kingdom=, kingdomName=, maxHp=, skills=}`, with names as texts and
    /// `skills` as a list of names; or nil.
    /// Example: `local caocao = Sanguosha:general("caocao")`
    fn general(ctx, name: String) -> (general: Value) {
        let package = packages(&ctx)?;
        let general = tables::general(ctx.lua, package_of(&package)?, &name)?;
        Ok((general.map_or(Value::Nil, Value::Table),))
    }

    /// What a name means in words: of a card, a skill, a general, a mark, a role. `":name"` is the
    /// description of a skill. Nil where nothing is said of it.
    /// Example: `local rule = Sanguosha:text(":jianxiong")`
    fn text(ctx, key: String) -> (text: Value) {
        let package = packages(&ctx)?;
        Ok((match package_of(&package)?.text(&key) {
            Some(text) => Value::Table(into_table(ctx.lua, &text)?),
            None => Value::Nil,
        },))
    }
}

fn packages(ctx: &Call<'_>) -> Result<Arc<Package>, Refusal> {
    ctx.charge(LOOK_FUEL)?;
    let package = Arc::clone(&ctx.host().package);
    package_of(&package)?;
    Ok(package)
}

fn package_of(package: &Package) -> Result<&crate::package::SanguoshaPackage, Refusal> {
    Ok(package.part().ok_or("the manifest names no packages under [sanguosha]")?)
}

fn sources(package: &Package) -> Result<&[crate::PackageSource], Refusal> {
    Ok(&package_of(package)?.sources().0)
}

/// The game of a text: as it is kept, or played again. What that costs must not depend on which.
fn find(ctx: &Call<'_>, package: &Package, text: &str) -> Result<Kept, Refusal> {
    let answers = text.bytes().filter(|byte| *byte == b'\n').count() as u64;
    ctx.charge(answers * FUEL_PER_ANSWER)?;
    if let Some(game) = ctx.host().state::<Games>().find(text) {
        return Ok(game);
    }
    let game = Game::read(sources(package)?, text)?;
    // What went wrong in it was told when it happened.
    game.take_faults();
    Ok(ctx.host().state::<Games>().keep(game))
}

/// Calls `tell` with the renderer of a game.
fn with_renderer<R>(
    package: &Package,
    game: &Game,
    tell: impl FnOnce(&LogRenderer<'_>) -> R,
) -> Result<R, Refusal> {
    let state: Ref<'_, _> = game.table.state();
    Ok(tell(&LogRenderer { package: package_of(package)?, state: &state }))
}

/// Tells the author what went wrong in packages.
fn warn(ctx: &Call<'_>, game: &Game) {
    for fault in game.take_faults() {
        ctx.host().log(LogLevel::Warn, format!("{fault}"));
    }
}

fn seat_of(seat: u32) -> Result<Seat, Refusal> {
    match u8::try_from(seat) {
        Ok(seat @ 0..10) => Ok(Seat(seat)),
        _ => Err(format!("there are seats 0 to 9, not {seat}").into()),
    }
}

fn begin(ctx: &Call<'_>, setup: Table) -> Result<Begin, Refusal> {
    const KEYS: [&str; 6] = ["seats", "seed", "choices", "banned", "forced", "stack"];
    let options = Options::read(setup, ctx.lua, &KEYS)?;
    let given: Table = options.get("seats")?;
    let mut seats = Vec::new();
    for (number, table) in (1..).zip(list::<Table>(&given, ctx.lua, 10)?) {
        let options = Options::read(table, ctx.lua, &["name", "robot", "role", "general"])?;
        let name = options.get::<Option<String>>("name")?;
        seats.push(BeginSeat {
            name: name.unwrap_or_else(|| format!("#{number}")),
            role: options.get("role")?,
            general: options.get("general")?,
            robot: options.get::<Option<bool>>("robot")?.unwrap_or(false),
        });
    }
    let names = |name| match options.get::<Option<Table>>(name)? {
        Some(names) => list::<String>(&names, ctx.lua, NAMES_MAX),
        None => Ok(Vec::new()),
    };
    let choices = options.get::<Option<u32>>("choices")?.unwrap_or(3) as usize;
    if choices == 0 || choices > CHOICES_MAX {
        return Err(format!("`choices` must be from 1 to {CHOICES_MAX}").into());
    }
    let seed = match options.get::<Option<u32>>("seed")? {
        Some(seed) => seed.into(),
        None => ctx.host().rng.next_u64() >> 12,
    };
    let stack = match options.get::<Option<Table>>("stack")? {
        Some(cards) => list::<u16>(&cards, ctx.lua, STACK_MAX)?,
        None => Vec::new(),
    };
    let (banned, forced) = (names("banned")?, names("forced")?);
    Ok(Begin { seed, seats, choices, banned, forced, stack })
}

fn read_chosen(chosen: Table, ctx: &Call<'_>) -> Result<Chosen, Refusal> {
    let options = Options::read(chosen, ctx.lua, &["skill", "cards", "players"])?;
    let cards = match options.get::<Option<Table>>("cards")? {
        Some(cards) => list::<u16>(&cards, ctx.lua, CHOSEN_MAX)?,
        None => Vec::new(),
    };
    let players = match options.get::<Option<Table>>("players")? {
        Some(players) => list::<u32>(&players, ctx.lua, CHOSEN_MAX)?,
        None => Vec::new(),
    };
    Ok(Chosen {
        skill: options.get::<Option<String>>("skill")?.map(|skill| skill.as_str().into()),
        cards: cards.into_iter().map(fangqi_sanguosha::CardId).collect(),
        targets: players.into_iter().map(seat_of).collect::<Result<_, _>>()?,
    })
}

/// Whether a game is over.
fn is_over(game: &Game) -> bool {
    matches!(game.status, Status::Over(_))
}
