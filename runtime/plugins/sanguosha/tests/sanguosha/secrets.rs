//! The Sanguosha map: what nobody may learn of hidden cards and roles. The map's own scripts show
//! a game that is made up here, in which cards and roles are exchanged; what others are sent must
//! be the same, byte by byte.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::PLUGINS;
use crate::common::{ANN, BEN};
use fangqi_protocol::{Input, PlayerId, RequestView};
use fangqi_room::Applied;
use fangqi_room::{MapPackage, Room, RoomOptions};

const CID: PlayerId = PlayerId(1003);
const DAN: PlayerId = PlayerId(1004);

/// In place of the map's `round.lua`: a game of three in which everything happens that may give a
/// hidden card or role away.
const ROUND: &str = r#"
local round = {}
Round = round
round.deck = Cards.deck(Sanguosha:deck())
local hands = { { 1, 2, 3 }, { BEN }, { 21, 22 } }
local looked_at = { LOOKED }
local roles = { "lord", ROLES }
local STEPS = {
  { seat = 1, kind = "activate" },
  { seat = 2, kind = "nullification" },
  { seat = 2, kind = "guanxing", shown = looked_at },
  { seat = 3, kind = "card_chosen" },
  { seat = 2, kind = "discard" },
  { seat = 1, kind = "activate" },
}
local step = 1
local function now() return STEPS[step] end
function round.begin() return {} end
function round.answer()
  step = math.min(step + 1, #STEPS)
  if step == 5 then hands[2][#hands[2] + 1] = DRAWN end
  return {}
end
function round.serial() return step end
function round.is_over() return false end
function round.winners() return {} end
function round.asked() return now().seat end
function round.kind() return now().kind end
function round.turns() return 1 end
function round.turn() return 1 end
function round.cards_of(cards) return cards end
local function player(seat, mine)
  return { seat = seat - 1, general = "caocao", kingdom = "wei", hp = 4, maxHp = 4, alive = true,
    faceUp = true, chained = false, phase = "play", handCount = #hands[seat], equips = {}, judging = {},
    role = if seat == 1 or mine then roles[seat] else nil,
    piles = {}, marks = {}, skills = { "jianxiong" } }
end
function round.view()
  return { players = { player(1), player(2), player(3) }, turn = 0, draw = 80, discard = {} }
end
function round.own(seat) return player(seat, true) end
function round.hands() return hands end
function round.hint()
  local shown = now().shown
  return { seat = now().seat - 1, kind = now().kind, prompt = "?",
    shown = shown and { cards = shown, all = false } }
end
function round.candidates(chosen)
  local next = { cards = {}, backs = {}, skills = {}, players = {}, options = {}, count = 1, decline = true }
  if now().kind == "card_chosen" then next.backs = hands[2]
  elseif now().shown then next.cards = now().shown
  else next.cards = hands[now().seat] end
  if #chosen.cards > 0 then next.players, next.ready = { 2, 3 }, "x" end
  return next
end
function round.suggest() return "." end
function round.stack() return {} end
Checkpoint:offer(function() return { step = step, hands = hands } end, function(stored)
  step, hands = stored.step, stored.hands
end)
"#;

/// The hidden things of a game.
#[derive(Clone, Copy)]
struct Hidden {
    ben: [u16; 2],
    looked_at: [u16; 3],
    drawn: u16,
    roles: [&'static str; 2],
}

const USUAL: Hidden =
    Hidden { ben: [11, 12], looked_at: [31, 32, 33], drawn: 41, roles: ["rebel", "renegade"] };

fn package(hidden: Hidden) -> Arc<MapPackage> {
    let list = |cards: &[u16]| cards.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    let shipped = crate::common::shipped_files();
    let mut files: BTreeMap<String, Vec<u8>> = shipped.clone();
    for (path, bytes) in &shipped {
        if let Some(path) = path.strip_prefix("sanguosha/") {
            files.insert(format!("test/{path}"), bytes.clone());
        }
    }
    let manifest = String::from_utf8(shipped["sanguosha/map.toml"].clone()).unwrap();
    let manifest = manifest.replace("id = \"sanguosha\"", "id = \"test\"");
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    let game = String::from_utf8(shipped["sanguosha/game.lua"].clone()).unwrap();
    let game = game.replace("  players = 5,", "  players = 3,");
    files.insert("test/game.lua".to_owned(), game.into_bytes());
    let roles = hidden.roles.map(|role| format!("\"{role}\"")).join(", ");
    let round = ROUND
        .replace("BEN", &list(&hidden.ben))
        .replace("LOOKED", &list(&hidden.looked_at))
        .replace("DRAWN", &hidden.drawn.to_string())
        .replace("ROLES", &roles);
    files.insert("test/round.lua".to_owned(), round.into_bytes());
    Arc::new(MapPackage::load(&files, "test", PLUGINS).unwrap())
}

/// A room at which Ann, Ben and Cid sit, and Dan watches.
struct Play {
    room: Room,
    now: u64,
    /// What each has been sent, byte by byte.
    sent: BTreeMap<PlayerId, String>,
}

impl Play {
    fn apply(&mut self, input: Input) -> Applied {
        self.now += 1;
        let applied = self.room.apply(self.now, input);
        assert!(applied.heavy.is_none(), "{:?}", applied.heavy);
        assert_eq!(applied.rejected, None, "{:?}", applied.log);
        for viewer in [ANN, BEN, CID, DAN] {
            let log = self.sent.entry(viewer).or_default();
            log.push_str(&format!("event {} at {}\n", self.room.event(), self.now));
            for output in applied.outputs.iter().filter(|it| it.audience.includes(viewer)) {
                log.push_str(&format!("{:?}\n", output.body));
            }
        }
        applied
    }

    fn asked(&self, player: PlayerId) -> RequestView {
        self.room.scene(player).request.unwrap_or_else(|| panic!("{} is asked", player.0))
    }

    fn choose(&mut self, player: PlayerId, choice: usize) {
        let request = self.asked(player).id;
        self.apply(Input::Choose { player, request, choice: choice as u32 });
    }

    /// All that somebody sees who looks at the room now, as it is sent.
    fn whole(&self, viewer: PlayerId) -> String {
        let mut whole = format!("{:?}\n", self.room.scene(viewer));
        self.room
            .chunk_frames(viewer, |pos, bytes| whole.push_str(&format!("{pos:?} {bytes:?}\n")));
        whole
    }
}

fn played(hidden: Hidden) -> Play {
    let options = RoomOptions { heavy: true, seed: 7, ..RoomOptions::default() };
    let room = Room::open(package(hidden), options).unwrap().0;
    let mut play = Play { room, now: 0, sent: BTreeMap::new() };
    for player in [ANN, BEN, CID, DAN] {
        play.apply(Input::Join { player, name: format!("{}", player.0) });
    }
    for (player, seat) in [(BEN, 1), (CID, 2)] {
        play.apply(Input::Sit { player, seat });
    }
    // Ann picks a card and a player, and confirms.
    play.choose(ANN, 0);
    let player = |request: RequestView| {
        let panel = request.panel.expect("it is answered step by step");
        panel.looks.iter().position(|look| look.seat.is_some()).expect("a player may be picked")
    };
    let choice = player(play.asked(ANN));
    play.choose(ANN, choice);
    let main = |request: RequestView| {
        let panel = request.panel.expect("it is answered step by step");
        panel.looks.iter().position(|look| look.main).expect("it is an answer")
    };
    let choice = main(play.asked(ANN));
    play.choose(ANN, choice);
    // Ben picks a card, thinks better of it, and declines; then he arranges what he looks at.
    play.choose(BEN, 0);
    play.choose(BEN, 0);
    let last = play.asked(BEN).choices.len() - 1;
    play.choose(BEN, last);
    play.choose(BEN, 1);
    let choice = main(play.asked(BEN));
    play.choose(BEN, choice);
    // Cid points at a back, Ben draws a card and picks one, and comes back from a break.
    play.choose(CID, 0);
    play.choose(BEN, 0);
    play.apply(Input::Stand { player: BEN });
    play.apply(Input::Sit { player: BEN, seat: 1 });
    let last = play.asked(BEN).choices.len() - 1;
    play.choose(BEN, last);
    play
}

#[test]
fn no_byte_tells_others_of_a_hidden_card_or_role() {
    let plain = played(USUAL);
    let others = [
        (Hidden { ben: [12, 11], ..USUAL }, vec![ANN, CID, DAN]),
        (Hidden { ben: [41, 12], drawn: 11, ..USUAL }, vec![ANN, CID, DAN]),
        (Hidden { ben: [90, 5], drawn: 60, ..USUAL }, vec![ANN, CID, DAN]),
        (Hidden { looked_at: [101, 7, 52], ..USUAL }, vec![ANN, CID, DAN]),
        (Hidden { roles: ["renegade", "rebel"], ..USUAL }, vec![ANN, DAN]),
    ];
    for (number, (hidden, viewers)) in others.into_iter().enumerate() {
        let other = played(hidden);
        for viewer in viewers {
            let what = format!("{} learns of exchange {number}", viewer.0);
            assert_eq!(plain.sent[&viewer], other.sent[&viewer], "{what}");
            assert_eq!(plain.whole(viewer), other.whole(viewer), "{what} on coming in");
        }
        assert_ne!(plain.sent[&BEN], other.sent[&BEN], "Ben sees exchange {number}");
    }
}
