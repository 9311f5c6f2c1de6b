//! The Lua module `Doudizhu`.

use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::{
    Act, Auction, Card, Course, Deal, Hand, Key, Kickers, Phase, Play, Round, Rules, Settlement,
    Standing, follows, leads, players,
};
use fangqi_kit::Game;
use mlua::{Lua, Table, Value};

use crate::jobs::{Solve, Think};
use crate::open_hands;
use fangqi_plugin::{Effort, Options, Refusal, into_table, list, lua_module, may_think, order};
use fangqi_protocol::LocalText;

/// Levels of `think`.
const LEVELS: u8 = 5;
/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 3;
/// Positions that `solve` looks at, at most: some seconds.
const SOLVE_NODES: u64 = 4_000_000;
/// More cards than anybody holds.
const HAND_MAX: u32 = 20;

lua_module! {
    /// The Dou Dizhu engine: rules, verifiable deals and a thinking player. A deal is a text, which
    /// a script keeps as it keeps any value; it holds all cards, so show it to nobody. Seats are 0
    /// to 2. Cards are numbers from 0 to 53, four of each rank from the three on (♠ ♥ ♣ ♦), then
    /// the small and the big joker; hands without suits are texts such as `"33445TBR"`.
    pub static DOUDIZHU = "Doudizhu", Value;

    /// Shuffles: `{key=, commitment=, hands=, bottom=, first=}` with the cards of each seat, the
    /// three for the landlord and the seat that bids first. Publish the commitment before the deal
    /// is played and the key after it: with both anybody can check that nobody chose the cards.
    /// Example: `local dealt = Doudizhu:shuffle()`
    fn shuffle(ctx) -> (dealt: Table) {
        let entropy = {
            let mut host = ctx.host();
            std::array::from_fn(|_| host.rng.next_u64())
        };
        Ok((dealt(ctx.lua, &Key::derived(entropy))?,))
    }

    /// The cards that a key deals, as `shuffle` returns them; nil if it was not committed to.
    /// Example: `local dealt = Doudizhu:verify(commitment, key)`
    fn verify(ctx, commitment: String, key: String) -> (dealt: Value) {
        let key = key_of(&key)?;
        if key.commitment().to_string() != commitment.to_ascii_lowercase() {
            return Ok((Value::Nil,));
        }
        Ok((Value::Table(dealt(ctx.lua, &key)?),))
    }

    /// Begins the deal of a key. `options` is `{auction=, doubling=, kickers=, spring=, passed=}`:
    /// `"bids"` 叫分 or `"claims"` 抢地主; whether everybody may double; `"rlcard"` or `"douzero"`; by
    /// how much a spring multiplies; and how many deals in a row all have passed, since after three
    /// the first bidder must be the landlord.
    /// Example: `local deal = Doudizhu:open(dealt.key, { auction = "claims", doubling = true })`
    fn open(ctx, key: String, options: Option<Table>) -> (deal: String) {
        let key = key_of(&key)?;
        let (rules, passed) = rules(options, ctx.lua)?;
        Ok((Round::deal(rules, &key, passed).record(),))
    }

    /// Begins a deal of given cards, for lessons and exercises: `cards` is `{hands=, bottom=,
    /// first=}`, for each seat and for the landlord the cards that they are to have, without suits,
    /// and the seat that bids first (0). The cards that are not named fill up the hands to 17, the
    /// lowest first, and what is left is for the landlord. `options` is as for `open`. Returns the
    /// deal, and `{hands=, bottom=, first=}` as `shuffle` does; there is no key, since nothing is
    /// hidden from the script that lays the cards.
    /// Example: `local deal, dealt = Doudizhu:lay({ hands = { "34567", "RB", "" } })`
    fn lay(ctx, cards: Table, options: Option<Table>) -> (deal: String, dealt: Table) {
        let deal = given(cards, ctx.lua)?;
        let (rules, passed) = rules(options, ctx.lua)?;
        let ranks = |cards: &[Card]| Card::ranks(cards).map_err(|card| format!("{card} twice"));
        let [a, b, c] = &deal.hands;
        let hands = [ranks(a)?, ranks(b)?, ranks(c)?];
        let forced = passed >= rules.redeals;
        let round = Round::new(rules, hands, ranks(&deal.bottom)?, deal.first, forced);
        Ok((round.record(), deal_table(ctx.lua, &deal)?))
    }

    /// How a deal stands: `{phase=, seat=, choices=, landlord=, stake=, multiplier=, left=,
    /// bottom=, last=, lastSeat=, doubles=, result=}`. `phase` is `"bid"`, `"call"`, `"take"`,
    /// `"double"`, `"play"`, `"passed"` or `"over"`, `seat` who is asked, `choices` what may be
    /// said. `last` is `{kind=, cards=, text=}`, what must be beaten, and nil for a free lead.
    /// `result` is `{landlordWon=, spring=, bombs=, stake=, multiplier=, points=}`.
    /// Example: `if Doudizhu:state(deal).phase == "over" then … end`
    fn state(ctx, deal: String) -> (state: Table) {
        let round = read(&deal)?;
        Ok((state_table(ctx.lua, &round)?,))
    }

    /// The cards of a seat's hand, without suits.
    /// Example: `print(Doudizhu:hand(deal, 0))`
    fn hand(ctx, deal: String, seat: u32) -> (hand: String) {
        let _ = ctx;
        Ok((read(&deal)?.hand(seat_of(seat)?).to_string(),))
    }

    /// Does what a seat wants: `"say:2"` in an auction (1 and 0 for yes and no), `"double:2"`, or
    /// `"play:334455"`, where no cards are a pass. Returns the deal as it is then, and for cards
    /// `{kind=, cards=, text=, bomb=}`; or nil and the rule it breaks as a text.
    /// Example: `local after, played = Doudizhu:act(deal, 0, "play:334455")`
    fn act(ctx, deal: String, seat: u32, what: String) -> (after: Option<String>, played: Value) {
        let mut round = read(&deal)?;
        let act: Act = what.parse()?;
        if let Err(refusal) = round.act(seat_of(seat)?, act) {
            return Ok((None, both(ctx.lua, refusal.text())?));
        }
        let played = match act {
            Act::Play(_) => {
                let play = round.course().plays().last().copied().unwrap_or(Play::PASS);
                Value::Table(play_table(ctx.lua, &play)?)
            }
            Act::Say(_) | Act::Double(_) => Value::Nil,
        };
        Ok((Some(round.record()), played))
    }

    /// What the seat whose turn it is may play, without suits; the pass is not among them. None if
    /// cards are not being played.
    /// Example: `local plays = Doudizhu:legal(deal)`
    fn legal(ctx, deal: String) -> (plays: Table) {
        let mut acts = Vec::new();
        read(&deal)?.legal_moves(&mut acts);
        let plays = acts.iter().filter_map(|act| match act {
            Act::Play(cards) if !cards.is_empty() => Some(cards.to_string()),
            _ => None,
        });
        Ok((ctx.lua.create_sequence_from(plays)?,))
    }

    /// Why a seat may not play these cards now, as a text; nil if it may.
    /// Example: `local why = Doudizhu:explain(deal, 0, "35")`
    fn explain(ctx, deal: String, seat: u32, cards: String) -> (why: Value) {
        let mut round = read(&deal)?;
        match round.act(seat_of(seat)?, Act::Play(cards.parse()?)) {
            Ok(()) => Ok((Value::Nil,)),
            Err(refusal) => Ok((both(ctx.lua, refusal.text())?,)),
        }
    }

    /// The cards that a seat has not seen, without suits: what the card counter 记牌器 shows.
    /// Example: `print(Doudizhu:unseen(deal, 0))`
    fn unseen(ctx, deal: String, seat: u32) -> (cards: String) {
        let _ = ctx;
        let (round, seat) = (read(&deal)?, seat_of(seat)?);
        let others = (0..3).filter(|&other| other != seat);
        let landlord = round.course().landlord();
        let hidden = if landlord.is_some() { Hand::EMPTY } else { round.bottom() };
        let cards = others.fold(hidden, |sum, other| sum.plus(round.hand(other)));
        Ok((cards.to_string(),))
    }

    /// Everything that the seat whose turn it is may play, the best first by what it leaves; the
    /// pass last. No more is looked at than the seat knows.
    /// Example: `local best = Doudizhu:ranked(deal)[1]`
    fn ranked(ctx, deal: String) -> (plays: Table) {
        let round = read(&deal)?;
        let view = match round.phase() {
            Phase::Playing { seat } => round.player_view(seat),
            _ => None,
        };
        let view = view.ok_or("cards are not being played")?;
        let plays = players::ranked(&mut Jiuri::cooperating(), &view);
        Ok((ctx.lua.create_sequence_from(plays.iter().map(|play| play.cards.to_string()))?,))
    }

    /// Has the engine say what the seat whose turn it is should do, and waits; the room goes on
    /// meanwhile. It is told what that seat knows and nothing else. `options` is `{level=,
    /// seconds=}`: the level is 1 to 5, and it thinks no longer than `seconds`, 2 at most.
    /// Returns `{act=, value=, candidates=}`: `act` as `Doudizhu:act` takes it, `value` the
    /// chance of winning in thousandths or nil, and `candidates` all acts, the best first; or nil
    /// and why not.
    /// Example: `local thought = Doudizhu:think(deal, { level = 3 })`
    @waits
    fn think(ctx, deal: String, options: Option<Table>) -> (thought: Table) {
        let effort = Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?;
        let round = read(&deal)?;
        let seat = round.turn().ok_or("the deal is over")?;
        let mut host = ctx.host();
        may_think(&host)?;
        let (seed, time) = (host.rng.next_u64(), effort.time_limit());
        let view = round.seen_by(Some(seat)).record();
        order(&mut host, &DOUDIZHU, Think { view, level: effort.level, seed, time })
    }

    /// Has the solver play a game with open hands 残局 to its end, and waits. `position` is `{hands=,
    /// turn=, last=, owner=}`: three hands, of the landlord, of the farmer after him and of the one
    /// before him, with 0 to 2 for who is to play and who played `last`; without `last` the seat
    /// leads. Returns `{winner=, line=, winning=}`: `"landlord"` or `"farmers"`, the plays to the
    /// end without a fault of the winner, and what wins for the seat to play; or nil and why not,
    /// `"unsolved"` if that takes too long.
    /// Example: `local solved = Doudizhu:solve({ hands = { "3A", "2", "44" }, turn = 0 })`
    @waits
    fn solve(ctx, position: Table) -> (solved: Table) {
        let options = Options::read(position, ctx.lua, &["hands", "turn", "last", "owner"])?;
        let hands: Table = options.get("hands")?;
        let hands = list::<String>(&hands, ctx.lua, 3)?;
        let hands: [String; 3] = hands.try_into().map_err(|_| "`hands` must be three")?;
        let turn: u8 = options.get("turn")?;
        let owner = options.get::<Option<u8>>("owner")?.unwrap_or(turn);
        let last = (owner, options.get::<Option<String>>("last")?.unwrap_or_default());
        open_hands::position(&hands, turn, &last)?;
        let mut host = ctx.host();
        may_think(&host)?;
        order(&mut host, &DOUDIZHU, Solve { hands, turn, last, nodes: SOLVE_NODES })
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Doudizhu:stop()`
    @sure
    fn stop(ctx) -> (count: u32) {
        Ok((ctx.host().cancel_jobs(DOUDIZHU.name),))
    }

    /// Cards read as one play: `{kind=, cards=, text=, bomb=}`, or nil.
    /// Example: `local play = Doudizhu:read("334455")`
    fn read(ctx, cards: String) -> (play: Value) {
        match Play::read(held(&cards)?, Kickers::Rlcard) {
            Some(play) => Ok((Value::Table(play_table(ctx.lua, &play)?),)),
            None => Ok((Value::Nil,)),
        }
    }

    /// What a hand may lead, or what it may play on `last`; the pass is not among them.
    /// Example: `local plays = Doudizhu:plays("33445", "55")`
    fn plays(ctx, hand: String, last: Option<String>) -> (plays: Table) {
        let hand = held(&hand)?;
        let mut plays = Vec::new();
        match last {
            None => leads(hand, Kickers::Rlcard, &mut plays),
            Some(last) => {
                let play = Play::read(held(&last)?, Kickers::Rlcard);
                let play = play.ok_or_else(|| format!("{last} is not a combination"))?;
                follows(hand, &play, Kickers::Rlcard, &mut plays);
            }
        }
        let plays = plays.iter().filter(|play| !play.is_pass()).map(|play| play.cards.to_string());
        Ok((ctx.lua.create_sequence_from(plays)?,))
    }

    /// What a hand is worth to the hand-value player: `{sum=, rounds=, bid=}`.
    /// Example: `print(Doudizhu:value("3456789").rounds)`
    fn value(ctx, hand: String) -> (value: Table) {
        let hand = held(&hand)?;
        let mut player = Jiuri::new();
        let value = player.value(hand);
        let table = ctx.lua.create_table_with_capacity(0, 3)?;
        table.raw_set("sum", value.sum)?;
        table.raw_set("rounds", value.rounds)?;
        table.raw_set("bid", player.bid(hand))?;
        Ok((table,))
    }
}

fn key_of(text: &str) -> Result<Key, Refusal> {
    Ok(Key::from_hex(text).ok_or("a key is 64 hexadecimal digits, as `shuffle` returns it")?)
}

fn seat_of(seat: u32) -> Result<usize, Refusal> {
    if seat > 2 {
        return Err(format!("there are seats 0 to 2, not {seat}").into());
    }
    Ok(seat as usize)
}

fn read(deal: &str) -> Result<Round, Refusal> {
    Ok(Round::from_record(deal).map_err(|error| format!("this is no deal: {error}"))?)
}

fn held(cards: &str) -> Result<Hand, Refusal> {
    let hand: Hand = cards.parse()?;
    if hand.len() > HAND_MAX {
        return Err(format!("nobody holds more than {HAND_MAX} cards").into());
    }
    Ok(hand)
}

fn rules(options: Option<Table>, lua: &Lua) -> Result<(Rules, u32), Refusal> {
    let mut rules = Rules::default();
    let Some(options) = options else { return Ok((rules, 0)) };
    let known = ["auction", "doubling", "kickers", "spring", "passed"];
    let options = Options::read(options, lua, &known)?;
    rules.auction = match options.get::<Option<String>>("auction")?.as_deref() {
        None | Some("bids") => Auction::Bids,
        Some("claims") => Auction::Claims,
        Some(other) => return Err(format!("`auction` is bids or claims, not {other}").into()),
    };
    rules.kickers = match options.get::<Option<String>>("kickers")?.as_deref() {
        None | Some("rlcard") => Kickers::Rlcard,
        Some("douzero") => Kickers::Douzero,
        Some(other) => return Err(format!("`kickers` is rlcard or douzero, not {other}").into()),
    };
    rules.doubling = options.get::<Option<bool>>("doubling")?.unwrap_or(false);
    if let Some(spring) = options.get::<Option<u32>>("spring")? {
        if !(1..=8).contains(&spring) {
            return Err("`spring` must be from 1 to 8".into());
        }
        rules.spring = spring;
    }
    Ok((rules, options.get::<Option<u32>>("passed")?.unwrap_or(0)))
}

fn both(lua: &Lua, (zh, en): (String, String)) -> mlua::Result<Value> {
    into_table(lua, &LocalText { zh, en }).map(Value::Table)
}

fn dealt(lua: &Lua, key: &Key) -> mlua::Result<Table> {
    let table = deal_table(lua, &key.deal())?;
    table.raw_set("key", key.to_string())?;
    table.raw_set("commitment", key.commitment().to_string())?;
    Ok(table)
}

fn deal_table(lua: &Lua, deal: &Deal) -> mlua::Result<Table> {
    let cards = |cards: &[Card]| lua.create_sequence_from(cards.iter().map(|card| card.number()));
    let table = lua.create_table_with_capacity(0, 5)?;
    let hands: Vec<Table> =
        deal.hands.iter().map(|hand| cards(hand)).collect::<mlua::Result<_>>()?;
    table.raw_set("hands", hands)?;
    table.raw_set("bottom", cards(&deal.bottom)?)?;
    table.raw_set("first", deal.first)?;
    Ok(table)
}

/// The cards of a deal of which some are given.
fn given(cards: Table, lua: &Lua) -> Result<Deal, Refusal> {
    let options = Options::read(cards, lua, &["hands", "bottom", "first"])?;
    let hands: [String; 3] = match options.get::<Option<Table>>("hands")? {
        Some(hands) => list::<String>(&hands, lua, 3)?
            .try_into()
            .map_err(|_| "`hands` must be three, and those of which nothing is given empty")?,
        None => Default::default(),
    };
    let first = options.get::<Option<u32>>("first")?.map_or(Ok(0), seat_of)?;
    let bottom = options.get::<Option<String>>("bottom")?.unwrap_or_default();
    let mut left: Vec<Card> = Card::all().collect();
    let mut take = |what: &str, text: &str, most: u32| -> Result<Vec<Card>, Refusal> {
        let hand: Hand = text.parse().map_err(|error| format!("`{what}`: {error}"))?;
        if hand.len() > most {
            return Err(format!("`{what}`: {text} is more than {most} cards").into());
        }
        let mut taken = Vec::new();
        for (rank, count) in hand.counts() {
            for _ in 0..count {
                let at = left.iter().position(|card| card.rank() == rank);
                let at = at.ok_or_else(|| format!("`{what}`: the deck has no more of {rank}"))?;
                taken.push(left.remove(at));
            }
        }
        Ok(taken)
    };
    let mut laid = [const { Vec::new() }; 3];
    for (cards, text) in laid.iter_mut().zip(&hands) {
        *cards = take("hands", text, 17)?;
    }
    let mut bottom = take("bottom", &bottom, 3)?;
    let mut rest = left.into_iter();
    for cards in &mut laid {
        cards.extend(rest.by_ref().take(17 - cards.len()));
    }
    bottom.extend(rest);
    let bottom = bottom.try_into().map_err(|_| "the cards do not make a deck")?;
    Ok(Deal { hands: laid, bottom, first })
}

fn play_table(lua: &Lua, play: &Play) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 4)?;
    table.raw_set("kind", play.kind.name())?;
    table.raw_set("cards", play.cards.to_string())?;
    table.raw_set("text", both(lua, (play.kind.zh().to_owned(), play.kind.en().to_owned()))?)?;
    table.raw_set("bomb", play.kind.is_bomb())?;
    Ok(table)
}

fn state_table(lua: &Lua, round: &Round) -> mlua::Result<Table> {
    let course = round.course();
    let table = lua.create_table_with_capacity(0, 12)?;
    let phase = course.phase();
    let (name, choices) = match phase {
        Phase::Auction(Standing::Bid { .. }) => ("bid", course.bidding().choices()),
        Phase::Auction(Standing::Call { .. }) => ("call", course.bidding().choices()),
        Phase::Auction(_) => ("take", course.bidding().choices()),
        Phase::Doubling { .. } => ("double", vec![1, 2, 4]),
        Phase::Playing { .. } => ("play", vec![]),
        Phase::Passed => ("passed", vec![]),
        Phase::Over(_) => ("over", vec![]),
    };
    table.raw_set("phase", name)?;
    table.raw_set("seat", course.turn())?;
    table.raw_set("choices", choices)?;
    table.raw_set("multiplier", course.multiplier())?;
    table.raw_set("left", course.left().to_vec())?;
    table.raw_set("doubles", course.doubles().to_vec())?;
    if let Some((landlord, stake)) = course.landlord() {
        table.raw_set("landlord", landlord)?;
        table.raw_set("stake", stake)?;
        table.raw_set("bottom", round.bottom().to_string())?;
        let last = last(course);
        if let Some((seat, play)) = last {
            table.raw_set("last", play_table(lua, &play)?)?;
            table.raw_set("lastSeat", seat)?;
        }
    }
    if let Phase::Over(settled) = phase {
        table.raw_set("result", result_table(lua, &settled)?)?;
    }
    Ok(table)
}

/// What must be beaten, and who played it.
fn last(course: &Course) -> Option<(usize, Play)> {
    let play = course.last_play();
    let (landlord, _) = course.landlord()?;
    let at = course.plays().iter().rposition(|other| !other.is_pass())?;
    (!play.is_pass()).then_some(((landlord + at) % 3, play))
}

fn result_table(lua: &Lua, settled: &Settlement) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 6)?;
    table.raw_set("landlordWon", settled.landlord_won)?;
    table.raw_set("spring", settled.spring)?;
    table.raw_set("bombs", settled.bombs)?;
    table.raw_set("stake", settled.stake)?;
    table.raw_set("multiplier", settled.multiplier())?;
    table.raw_set("points", settled.points().to_vec())?;
    Ok(table)
}
