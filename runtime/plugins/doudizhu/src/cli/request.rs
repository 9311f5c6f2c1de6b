//! What an arena asks, read and checked: a request that contradicts itself is refused before any
//! player sees it.

use std::collections::BTreeMap;

use fangqi_doudizhu::{Hand, Kickers, Play, Rank, Role, View};
use serde::Deserialize;
use serde_json::Value;

/// What is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// To play cards. The number is the request's own, for the answer.
    Play { id: u64, view: View },
    /// To bid for 17 cards, after these bids.
    Bid { hand: Hand, bids: Vec<u8> },
}

#[derive(Deserialize)]
struct PlayFields {
    id: u64,
    #[serde(rename = "game")]
    _game: String,
    position: String,
    hand: Vec<u64>,
    three_landlord_cards: Vec<u64>,
    history: Vec<(String, Vec<u64>)>,
    last_move: Vec<u64>,
    num_cards_left: BTreeMap<String, u32>,
    bombs: u32,
    legal: Vec<Vec<u64>>,
}

#[derive(Deserialize)]
struct BidFields {
    hand: Vec<u64>,
    bids: Vec<u8>,
}

/// Reads a line.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub(super) fn read(line: &str) -> Result<Request, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| format!("the line is not JSON: {error}"))?;
    let fields = |error| format!("the request's fields: {error}");
    match value.get("type").map(|kind| kind.as_str()) {
        None => play(serde_json::from_value(value).map_err(fields)?),
        Some(Some("bid")) => bid(serde_json::from_value(value).map_err(fields)?),
        Some(_) => Err("the request's `type` is not known: `bid`, or none to play".to_owned()),
    }
}

fn bid(fields: BidFields) -> Result<Request, String> {
    let hand = cards("hand", &fields.hand)?;
    if hand.len() != 17 {
        return Err(format!("`hand` has {} cards; bids are for 17", hand.len()));
    }
    let mut highest = 0;
    for bid in &fields.bids {
        if *bid > 3 || (*bid != 0 && *bid <= highest) || highest == 3 {
            return Err(format!("`bids`: {bid} cannot follow a bid of {highest}"));
        }
        highest = highest.max(*bid);
    }
    if fields.bids.len() > 2 || highest == 3 {
        return Err("`bids`: the auction is over".to_owned());
    }
    Ok(Request::Bid { hand, bids: fields.bids })
}

fn play(fields: PlayFields) -> Result<Request, String> {
    let role = role("position", &fields.position)?;
    let kickers = rules_of(&fields)?;
    let mut history = Vec::new();
    for (at, (by, codes)) in fields.history.iter().enumerate() {
        let name = format!("history[{at}]");
        let turn = Role::ALL[at % 3];
        if Role::from_name(by) != Some(turn) {
            return Err(format!("`{name}` is by `{by}`; it is {turn}'s turn"));
        }
        let played = cards(&name, codes)?;
        let play = Play::read(played, kickers)
            .ok_or_else(|| format!("`{name}`: {played} is not a combination"))?;
        history.push(play);
    }
    let view = View {
        role,
        hand: cards("hand", &fields.hand)?,
        shown: cards("three_landlord_cards", &fields.three_landlord_cards)?,
        history,
        bids: None,
        kickers,
    };
    view.check().map_err(|error| format!("the request contradicts itself: {error}"))?;
    agrees(&fields, &view)?;
    Ok(Request::Play { id: fields.id, view })
}

/// Checks what the request says twice.
fn agrees(fields: &PlayFields, view: &View) -> Result<(), String> {
    let differs = |what: &str| format!("the request contradicts itself: `{what}` and `history`");
    if fields.id != view.history.len() as u64 {
        return Err(differs("id"));
    }
    if cards("last_move", &fields.last_move)? != view.last_play().cards {
        return Err(differs("last_move"));
    }
    for role in Role::ALL {
        if fields.num_cards_left.get(role.name()) != Some(&view.left(role)) {
            return Err(differs("num_cards_left"));
        }
    }
    if fields.bombs != view.bombs() {
        return Err(differs("bombs"));
    }
    let mut ours = Vec::new();
    view.legal(&mut ours);
    let mut ours: Vec<Hand> = ours.iter().map(|play| play.cards).collect();
    let mut theirs = Vec::new();
    for codes in &fields.legal {
        theirs.push(cards("legal", codes)?);
    }
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours != theirs {
        return Err("`legal` is not what `hand` and `history` allow".to_owned());
    }
    Ok(())
}

/// The rules that the arena plays by. It does not name them, but only the free rule has plays that
/// the other has not.
fn rules_of(fields: &PlayFields) -> Result<Kickers, String> {
    let played = fields.history.iter().map(|(_, cards)| cards);
    for codes in fields.legal.iter().chain(played) {
        let free = cards("legal", codes)?;
        if Play::read(free, Kickers::Rlcard).is_none() {
            return Ok(Kickers::Douzero);
        }
    }
    Ok(Kickers::Rlcard)
}

fn role(field: &str, name: &str) -> Result<Role, String> {
    Role::from_name(name)
        .ok_or_else(|| format!("`{field}` is `{name}`, not landlord, landlord_down or landlord_up"))
}

fn cards(field: &str, codes: &[u64]) -> Result<Hand, String> {
    let mut ranks = Vec::with_capacity(codes.len());
    for code in codes {
        let rank = Rank::from_code(*code);
        ranks.push(rank.ok_or_else(|| {
            format!("`{field}` has {code}, which is no card: 3 to 14, 17, 20 and 30 are")
        })?);
    }
    Hand::collect(ranks).map_err(|error| format!("`{field}`: {error}"))
}
