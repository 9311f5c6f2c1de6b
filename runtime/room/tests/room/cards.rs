//! Card tables: what nobody may learn of a hidden card, and answers that take several cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::PLUGINS;
use crate::common::{ANN, BEN};
use fangqi_protocol::{HudChange, Input, OutputBody, PlayerId, RequestView};
use fangqi_room::Applied;
use fangqi_room::{MapPackage, Room, RoomOptions};

const CID: PlayerId = PlayerId(1003);
const DAN: PlayerId = PlayerId(1004);

const MANIFEST: &str = r##"
format = 1
id = "test"
version = "1"
name = { zh = "测试", en = "Test" }
description = { zh = "测试", en = "A test." }
scripts = ["lib/cards/deck.lua", "lib/cards/table.lua", "main.lua"]
blocks = ["lib/cards/blocks.toml"]
layout = "lib/cards/table.toml"
seats = [
  { name = { zh = "甲", en = "A" }, colour = "#aa0000" },
  { name = { zh = "乙", en = "B" }, colour = "#00aa00" },
  { name = { zh = "丙", en = "C" }, colour = "#0000aa" },
]
"##;

/// Deals seven cards each in the order of `ORDER`, has each play in turn what it likes, and tells
/// how everything went: a game in which everything happens that may give a hidden card away.
const GAME: &str = r#"
local deck = Cards.standard({ order = "3456789TJQKA2BR" })
tab = Cards.table({ deck = deck, seats = 3, hand = 12, rows = { equip = 2 }, common = { bottom = 3 },
  piles = { "stock" } })
local order = { ORDER }
for number in ipairs(deck.cards) do
  if not table.find(order, number) then order[#order + 1] = number end
end
local function deal()
  for seat = 1, 3 do
    tab:set_hand(seat, table.move(order, 7 * seat - 6, 7 * seat, 1, {}))
  end
  tab:set_row("bottom", table.move(order, 22, 24, 1, {}), nil, true)
  tab:set_pile("stock", 30)
end
local function turn(seat)
  local hand = tab:hand(seat)
  local legal = {}
  for _, card in ipairs(hand) do legal[#legal + 1] = deck.cards[card].class end
  local answer = tab:select({ seat = seat, hint = "play", legal = legal, suggest = { legal[1] },
    buttons = { "pass" }, seconds = 20, default = 1 })
  if type(answer) == "table" then tab:play(seat, answer) end
  Hud:addMove(seat - 1, type(answer) == "table" and "plays" or "passes")
end
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  tab:refresh()
  if e.seat ~= 2 then return end
  deal()
  for seat = 1, 3 do turn(seat) end
  -- The second seat draws the hidden row and one of the stock: its hand is sorted anew.
  tab:give(2, tab:row("bottom"))
  tab:set_row("bottom", {})
  tab:give(2, { order[25] })
  tab:set_pile("stock", 29)
  turn(2)
end)
ScriptSupportEvent:registerEvent("Room.Stand", function() tab:refresh() end)
"#;

fn package(main: &str) -> Arc<MapPackage> {
    let mut files: BTreeMap<String, Vec<u8>> = crate::common::shipped_files();
    files.insert("test/map.toml".to_owned(), MANIFEST.as_bytes().to_vec());
    files.insert("test/main.lua".to_owned(), main.as_bytes().to_vec());
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
    fn open(main: &str) -> Self {
        let options = RoomOptions { heavy: true, seed: 7, ..RoomOptions::default() };
        let room = Room::open(package(main), options).unwrap().0;
        let mut play = Self { room, now: 0, sent: BTreeMap::new() };
        for player in [ANN, BEN, CID, DAN] {
            play.ok(Input::Join { player, name: format!("{}", player.0) });
        }
        for (player, seat) in [(ANN, 0), (BEN, 1), (CID, 2)] {
            play.ok(Input::Sit { player, seat });
        }
        play
    }

    fn apply(&mut self, input: Input) -> Applied {
        let applied = self.room.apply(self.now, input);
        assert!(applied.heavy.is_none(), "{:?}", applied.heavy);
        for viewer in [ANN, BEN, CID, DAN] {
            let log = self.sent.entry(viewer).or_default();
            // The end of each event is told to everybody.
            log.push_str(&format!("event {} at {}\n", self.room.event(), self.now));
            for output in applied.outputs.iter().filter(|it| it.audience.includes(viewer)) {
                log.push_str(&format!("{:?}\n", output.body));
            }
        }
        applied
    }

    fn ok(&mut self, input: Input) -> Applied {
        let applied = self.apply(input);
        assert_eq!(applied.rejected, None, "{:?}", applied.log);
        applied
    }

    fn asked(&self, player: PlayerId) -> RequestView {
        self.room.scene(player).request.expect("it is asked")
    }

    fn play(&mut self, player: PlayerId, cells: &[u16]) -> Applied {
        let request = self.asked(player).id;
        self.apply(Input::Select { player, request, cells: cells.to_vec() })
    }

    /// All that somebody sees who looks at the room now, as it is sent.
    fn whole(&self, viewer: PlayerId) -> String {
        let mut whole = format!("{:?}\n", self.room.scene(viewer));
        self.room
            .chunk_frames(viewer, |pos, bytes| whole.push_str(&format!("{pos:?} {bytes:?}\n")));
        whole
    }
}

/// Plays the game through with hands dealt in this order.
fn played(order: &str) -> Play {
    let mut play = Play::open(&GAME.replace("ORDER", order));
    play.ok(Input::Chat { player: DAN, text: "good luck".to_owned() });
    // Ann plays a card that stays the same, Ben passes, Cid lets the time run out.
    assert!(play.play(ANN, &[0]).rejected.is_none());
    let request = play.asked(BEN).id;
    play.ok(Input::Choose { player: BEN, request, choice: 0 });
    play.now = 500;
    play.ok(Input::Tick);
    // Ben has four cards more; then Ann gives up its seat and comes back.
    play.ok(Input::Stand { player: ANN });
    play.ok(Input::Sit { player: ANN, seat: 0 });
    play.ok(Input::Leave { player: DAN });
    play.ok(Input::Join { player: DAN, name: "1004".to_owned() });
    let request = play.asked(BEN).id;
    play.ok(Input::Choose { player: BEN, request, choice: 0 });
    play
}

#[test]
fn no_byte_tells_others_of_a_hidden_card() {
    // Ann: 1 to 7, Ben: 8 to 14, Cid: 15 to 21, the hidden row 22 to 24, the next card 25.
    let usual: Vec<usize> = (1..=25).collect();
    let text = |order: &[usize]| order.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let plain = played(&text(&usual));
    // Any two cards that Ann may not know are exchanged: between hands, hidden row, and stock.
    for (first, second) in [(9, 16), (8, 22), (14, 30), (10, 25), (17, 24), (15, 40), (23, 50)] {
        let mut order = usual.clone();
        for card in &mut order {
            *card = if *card == first {
                second
            } else if *card == second {
                first
            } else {
                *card
            };
        }
        let other = played(&text(&order));
        for viewer in [ANN, DAN] {
            let what = format!("{} learns of {first} and {second}", viewer.0);
            assert_eq!(plain.sent[&viewer], other.sent[&viewer], "{what}");
            assert_eq!(plain.whole(viewer), other.whole(viewer), "{what} on coming in");
        }
        let owner = if (15..=21).contains(&first) { CID } else { BEN };
        assert_ne!(plain.sent[&owner], other.sent[&owner], "the owner sees {first}");
    }
}

#[test]
fn others_are_not_even_told_that_a_hand_was_sorted() {
    let order: Vec<String> = (1..=25).map(|card| card.to_string()).collect();
    let mut play = Play::open(&GAME.replace("ORDER", &order.join(",")));
    let applied = play.play(ANN, &[0]);
    let cells = |viewer: PlayerId| -> Vec<[i32; 3]> {
        let bodies = applied.outputs.iter().filter(|it| it.audience.includes(viewer));
        let cells = bodies.filter_map(|output| match &output.body {
            OutputBody::Cells(cells) => Some(cells.iter().map(|cell| cell.pos)),
            _ => None,
        });
        cells.flatten().collect()
    };
    // Six faces moved up in Ann's row and its seventh cell is empty; others hear of that one only.
    assert_eq!(cells(ANN).iter().filter(|pos| pos[2] == 0).count(), 7);
    assert_eq!(cells(BEN).iter().filter(|pos| pos[2] == 0).collect::<Vec<_>>(), [&[7, 1, 0]]);
    assert_eq!(cells(BEN), cells(DAN));
}

#[test]
fn everybody_sees_who_is_asked_until_when_and_only_that() {
    let order: Vec<String> = (1..=25).map(|card| card.to_string()).collect();
    let mut play = Play::open(&GAME.replace("ORDER", &order.join(",")));
    let asked = play.room.scene(DAN).hud.asked;
    assert_eq!(asked.len(), 1);
    assert_eq!((asked[0].seat, asked[0].until - asked[0].since), (0, 400));
    assert!(play.room.scene(BEN).request.is_none() && play.room.scene(DAN).request.is_none());
    let applied = play.play(ANN, &[0]);
    let told = applied.outputs.iter().any(|output| {
        matches!(&output.body, OutputBody::Hud(HudChange::Asked(asked)) if asked[0].seat == 1)
    });
    assert!(told, "{:?}", applied.outputs);
}

#[test]
fn an_answer_that_is_none_is_refused_and_changes_nothing() {
    let order: Vec<String> = (1..=25).map(|card| card.to_string()).collect();
    let mut play = Play::open(&GAME.replace("ORDER", &order.join(",")));
    let (request, before) = (play.asked(ANN).id, play.room.state_hash());
    let select =
        |player, request, cells: &[u16]| Input::Select { player, request, cells: cells.to_vec() };
    for (input, code) in [
        (select(ANN, request, &[7]), "no_cell"),
        (select(ANN, request, &[u16::MAX]), "no_cell"),
        (select(ANN, request, &[2, 2]), "twice"),
        (select(ANN, request, &[]), "not_legal"),
        (select(ANN, request, &[0, 1]), "not_legal"),
        (select(ANN, request + 1, &[0]), "closed"),
        (select(BEN, request, &[0]), "closed"),
        (select(DAN, request, &[0]), "not_seated"),
        (select(PlayerId(77), request, &[0]), "not_here"),
        (Input::Choose { player: ANN, request, choice: 1 }, "no_choice"),
        (Input::Click { player: ANN, pos: [1, 1, 0], face: 5 }, "not_a_choice"),
    ] {
        let applied = play.apply(input.clone());
        let refused = applied.rejected.expect("it is refused");
        assert_eq!(refused.code, code, "{input:?}");
        assert!(!refused.text.zh.is_empty() && !refused.text.en.is_empty());
        assert!(applied.record.is_none());
        assert_eq!(play.room.state_hash(), before, "{input:?}");
    }
    assert!(play.play(ANN, &[3]).rejected.is_none());
    let late = play.apply(select(ANN, request, &[0])).rejected.unwrap();
    assert_eq!(late.code, "closed");
}

#[test]
fn a_replayed_room_asks_the_same() {
    let order: Vec<String> = (1..=25).map(|card| card.to_string()).collect();
    let play = played(&order.join(","));
    let main = GAME.replace("ORDER", &order.join(","));
    let options = RoomOptions { seed: 7, ..RoomOptions::default() };
    let again = Room::replay(package(&main), options, play.room.history()).unwrap();
    assert_eq!(again.state_hash(), play.room.state_hash());
    assert_eq!(again.scene(BEN), play.room.scene(BEN));
}
