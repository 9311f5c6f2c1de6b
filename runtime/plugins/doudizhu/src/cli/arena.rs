//! The arena's protocol: a request a line, an answer a line, and nothing remembered in between.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use anyhow::Context;
use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::strong::{Budget, Level, Strong};
use fangqi_doudizhu::{Hand, Kickers, Play, Standing, View};
use serde_json::{Value, json};

use super::request::{self, Request};
use super::{ArenaArgs, Player, say};

/// A line longer than this is refused unread.
const LINE_MAX: u64 = 1 << 20;

/// Whoever can be asked.
trait Decides {
    fn play(&mut self, view: &View) -> Play;
    fn bid(&mut self, hand: Hand, bids: &[u8]) -> u8;
}

impl Decides for Jiuri {
    fn play(&mut self, view: &View) -> Play {
        Jiuri::play(self, view)
    }

    fn bid(&mut self, hand: Hand, bids: &[u8]) -> u8 {
        let bid = Jiuri::bid(self, hand);
        if bids.iter().any(|other| *other >= bid) { 0 } else { bid }
    }
}

/// The strong player with what it may spend on a decision.
struct Sampling {
    player: Strong,
    nodes: u64,
    threads: usize,
    /// A machine that is much slower than the ordinary one is not waited for.
    longest: Duration,
}

/// Nodes that may be spent for each millisecond that a decision is to take on average on an
/// ordinary core. It makes about 150 in that time, but most decisions are clear before that.
const NODES_PER_MS: u64 = 300;
/// By what a decision may last longer than it should.
const PATIENCE: u32 = 8;

impl Sampling {
    fn new(args: &ArenaArgs, nodes: u64, ms: u64) -> Sampling {
        Sampling {
            player: Strong::new(args.seed),
            nodes,
            threads: args.threads.into(),
            longest: Duration::from_millis(ms) * PATIENCE,
        }
    }
}

impl Decides for Sampling {
    fn play(&mut self, view: &View) -> Play {
        let begun = Instant::now();
        let stop = || begun.elapsed() > self.longest;
        let budget = Budget { nodes: self.nodes, stop: &stop, threads: self.threads };
        self.player.think(view, &budget).play
    }

    fn bid(&mut self, hand: Hand, bids: &[u8]) -> u8 {
        let above = bids.iter().copied().max().unwrap_or(0);
        self.player.say(hand, Standing::Bid { seat: 0, above }, Kickers::Rlcard)
    }
}

pub(super) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    let mut player: Box<dyn Decides> = match args.player {
        Player::Jiuri => Box::new(Jiuri::new()),
        Player::JiuriCoop => Box::new(Jiuri::cooperating()),
        Player::Normal => {
            let nodes = Level::NORMAL.nodes();
            Box::new(Sampling::new(args, nodes, nodes / NODES_PER_MS))
        }
        Player::Strong => Box::new(Sampling::new(args, NODES_PER_MS * args.ms, args.ms)),
    };
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while next_line(&mut input, &mut line).context("standard input")? {
        if !line.trim_ascii().is_empty() {
            say(&answer(&line, player.as_mut()).to_string())?;
        }
    }
    Ok(())
}

/// Reads a line, at most one byte more than a line may have; the rest of a longer one is dropped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = io::Read::take(&mut *input, LINE_MAX + 1).read_until(b'\n', line)?;
    if line.len() as u64 > LINE_MAX && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// The answer to a line; what is wrong with it is an answer too.
fn answer(line: &[u8], player: &mut dyn Decides) -> Value {
    if line.len() as u64 > LINE_MAX {
        return json!({ "error": format!("the line is longer than {LINE_MAX} bytes") });
    }
    let text = String::from_utf8_lossy(line);
    match request::read(text.trim()) {
        Ok(Request::Play { id, view }) => {
            let cards = player.play(&view).cards;
            let codes: Vec<u8> = cards.ranks().map(|rank| rank.code()).collect();
            json!({ "id": id, "play": codes })
        }
        Ok(Request::Bid { hand, bids }) => json!({ "bid": player.bid(hand, &bids) }),
        Err(error) => json!({ "error": error }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = r#"{"id":3,"game":"7:A_landlord","position":"landlord",
        "hand":[4,4,6,7,7,8,9,10,11,12,13,13,14,17,17,20,30],"three_landlord_cards":[3,3,14],
        "history":[["landlord",[3,3,3]],["landlord_down",[]],["landlord_up",[5,5,5]]],
        "last_move":[5,5,5],"num_cards_left":{"landlord":17,"landlord_down":17,"landlord_up":14},
        "bombs":0,"legal":[[],[20,30]]}"#;

    fn ask(line: &str) -> Value {
        answer(line.replace('\n', " ").as_bytes(), &mut Jiuri::new())
    }

    /// The request of the protocol's description; to bomb a triple of fives is this player's way.
    #[test]
    fn the_example_of_the_protocol_is_answered() {
        assert_eq!(ask(REQUEST), json!({ "id": 3, "play": [20, 30] }));
    }

    /// Every way to spoil the request is told, and none ends the conversation.
    #[test]
    fn what_is_wrong_with_a_request_is_told() {
        let request: Value = serde_json::from_str(REQUEST).unwrap();
        let spoil = |field: &str, value: Value| {
            let mut spoilt = request.clone();
            spoilt[field] = value;
            ask(&spoilt.to_string())["error"].as_str().map(str::to_owned)
        };
        let cases = [
            ("id", json!(4), "`id`"),
            ("position", json!("farmer"), "`position`"),
            ("position", json!("landlord_up"), "turn"),
            ("hand", json!([4, 4]), "holds 2 cards and should hold 17"),
            ("hand", json!([99]), "99, which is no card"),
            ("three_landlord_cards", json!([3, 3]), "not 3"),
            ("history", json!([["landlord_up", [3]]]), "turn"),
            ("history", json!([["landlord", [3, 4]]]), "not a combination"),
            ("last_move", json!([5]), "`last_move`"),
            ("num_cards_left", json!({}), "`num_cards_left`"),
            ("bombs", json!(1), "`bombs`"),
            ("legal", json!([[]]), "`legal`"),
            ("type", json!("double"), "`type`"),
        ];
        for (field, value, says) in cases {
            let error = spoil(field, value.clone()).unwrap_or_else(|| panic!("{field} {value}"));
            assert!(error.contains(says), "{field} {value}: {error}");
        }
        for field in request.as_object().unwrap().keys() {
            let mut lacking = request.clone();
            lacking.as_object_mut().unwrap().remove(field);
            let error = ask(&lacking.to_string())["error"].as_str().unwrap_or_default().to_owned();
            assert!(error.contains(field.as_str()), "{field}: {error}");
        }
        for line in ["nonsense", "[]", "1", "{", r#"{"hand":"x"}"#] {
            assert!(ask(line)["error"].is_string(), "{line}");
        }
    }

    #[test]
    fn bids_are_made_in_order() {
        let bid = |bids: &str| {
            let hand = "[3,3,4,5,6,7,8,9,14,14,14,17,17,17,17,20,30]";
            ask(&format!(r#"{{"type":"bid","hand":{hand},"bids":{bids}}}"#))
        };
        assert_eq!(bid("[]"), json!({ "bid": 3 }));
        assert_eq!(bid("[0,2]"), json!({ "bid": 3 }));
        for bids in ["[3]", "[2,1]", "[4]", "[0,0,0]"] {
            assert!(bid(bids)["error"].is_string(), "{bids}");
        }
    }
}
