use std::sync::Arc;

use fangqi_room::{MapPackage, Room, RoomOptions};

use crate::common;
use crate::common::Table;
use crate::support::show;

/// A map with the program's own packages and a script of its own.
fn table(main: &str) -> Table {
    let shipped = common::shipped_files();
    let mut files = common::files(main);
    for (path, bytes) in &shipped {
        if let Some(path) = path.strip_prefix("sanguosha/packages") {
            files.insert(format!("test/packages{path}"), bytes.clone());
        }
    }
    let manifest = format!("{}\n[sanguosha]\npackages = \"packages\"\n", common::MANIFEST);
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    let map = Arc::new(MapPackage::load(&files, "test").unwrap());
    Table { room: Room::open(map, RoomOptions::default()).unwrap().0, now: 0 }
}

const DUEL: &str = "
    game = Sanguosha:open({
      seats = {
        { name = 'A', role = 'lord', general = 'caocao' },
        { name = 'B', role = 'rebel', general = 'guanyu', robot = true },
      },
      seed = 7,
    })
    view = Sanguosha:view(game, 0)
    state = Sanguosha:state(game)
    next = Sanguosha:candidates(game)";

#[test]
fn games_are_texts_that_the_engine_reads() {
    let table = table(DUEL);
    for (expression, expected) in [
        ("state.over", "false"),
        ("state.seat", "0"),
        ("state.kind", "activate"),
        ("view.players[1].general", "caocao"),
        ("view.players[1].role", "lord"),
        ("view.players[2].role", "nil"),
        ("#view.players[2].hand", "0"),
        ("view.players[2].handCount", "4"),
        ("#view.players[1].hand == view.players[1].handCount", "true"),
        ("#Sanguosha:hands(game)[2]", "4"),
        ("Sanguosha:view(game).players[1].hand[1]", "nil"),
        ("Sanguosha:hint(game).prompt.en", "Your play phase: use cards and skills"),
        ("next.decline", "true"),
        ("next.ready", "nil"),
        ("#Sanguosha:deck() > 100", "true"),
        ("#Sanguosha:generals() > 40", "true"),
        ("Sanguosha:general('caocao').name.zh", "曹操"),
        ("Sanguosha:general('nobody')", "nil"),
        ("Sanguosha:text('jianxiong').zh", "奸雄"),
        ("Sanguosha:text('no such key')", "nil"),
        ("type(Sanguosha:stack(game))", "table"),
        ("type(Sanguosha:suggest(game))", "string"),
        ("Sanguosha:suggest(game, 'trust')", "."),
        ("(Sanguosha:answer(game, 1, '.'))", "nil"),
        ("select(2, Sanguosha:answer(game, 1, '.')).en", "It is not you who is asked."),
        ("(Sanguosha:answer(game, 0, '.')) ~= game", "true"),
        // The older text is still the older game.
        ("Sanguosha:state(game).serial", "1"),
    ] {
        assert_eq!(show(&table, expression), expected, "{expression}");
    }
}

#[test]
fn whatever_computers_suggest_is_taken_until_a_game_ends() {
    let table = table(
        "seats = {}
         for seat = 1, 5 do seats[seat] = { name = 'P' .. seat, robot = true } end
         game = Sanguosha:open({ seats = seats, seed = 3, choices = 3 })
         answers, refused = 0, 0
         while not Sanguosha:state(game).over and answers < 3000 do
           local state = Sanguosha:state(game)
           local after = Sanguosha:answer(game, state.seat, Sanguosha:suggest(game))
           if after == nil then refused += 1 after = Sanguosha:answer(game, state.seat, '!') end
           game, answers = after, answers + 1
         end",
    );
    assert_eq!(show(&table, "Sanguosha:state(game).over"), "true");
    assert_eq!(show(&table, "refused"), "0");
    assert_eq!(show(&table, "#Sanguosha:state(game).winners > 0"), "true");
}

#[test]
fn what_is_no_game_is_refused() {
    let table = table("");
    for call in [
        "Sanguosha:open({ seats = {} })",
        "Sanguosha:open({ seats = { { name = 'A' } } })",
        "Sanguosha:open({ seats = { { general = 'nobody' }, {} } })",
        "Sanguosha:open({ seats = { {}, {} }, choices = 0 })",
        "Sanguosha:state('nothing')",
        "Sanguosha:view('{}')",
        "Sanguosha:answer('', 0, '.')",
    ] {
        assert!(show(&table, call).starts_with("nil"), "{call}: {}", show(&table, call));
    }
}
