use fangqi_plugin_sanguosha::SanguoshaPackage;
use std::sync::Arc;

use std::collections::BTreeMap;

use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, JobResult};
use fangqi_room::{MapPackage, Room, RoomOptions};

use crate::common;
use crate::common::PLUGINS;
use crate::common::{ANN, Table};
use fangqi_testkit::calls::show;

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
    let map = Arc::new(MapPackage::load(&files, "test", PLUGINS).unwrap());
    Table::of(Room::open(map, RoomOptions::default()).unwrap().0)
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
fn cards_are_drawn_as_they_are_stacked() {
    // The second seat is the lord's: its hand comes first, then the other's, and then it draws two.
    let table = table(
        "game = Sanguosha:open({
           seats = {
             { name = 'A', role = 'rebel', general = 'sunquan' },
             { name = 'B', role = 'lord', general = 'zhangfei' },
           },
           stack = { 50, 3, 70, 8, 90, 91, 2, 100, 40, 41 },
         })
         hands = Sanguosha:hands(game)
         for _, hand in ipairs(hands) do table.sort(hand) end",
    );
    assert_eq!(show(&table, "table.concat(hands[2], ' ')"), "3 8 40 41 50 70");
    assert_eq!(show(&table, "table.concat(hands[1], ' ')"), "2 90 91 100");
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
fn computers_think_on_workers() {
    let mut table = table(&format!(
        "{DUEL}
         ScriptSupportEvent:registerEvent('Player.ClickBlock', function()
           thought, why = Sanguosha:think(game, {{ level = thought and 4 or 2 }})
         end)",
    ));
    table.ok(Input::Join { player: ANN, name: "Ann".to_owned() });
    table.ok(Input::Sit { player: ANN, seat: 0 });
    let jobs = table.click(ANN, 0, 0, 0).jobs;
    assert_eq!(jobs.len(), 1);
    let result = run_job_alone(&jobs[0].spec);
    assert!(matches!(result, JobResult::Done { .. }), "{result:?}");
    // The same question comes to the same thought, whatever was thought about before.
    assert_eq!(run_job_alone(&jobs[0].spec), result);
    table.ok(Input::JobDone { job: jobs[0].id, result });
    let listed = "(function()
        for _, candidate in thought.candidates do
            if candidate.answer == thought.answer then return true end
        end
    end)()";
    assert_eq!(show(&table, listed), "true");
    assert_eq!(show(&table, "thought.candidates[1].worth >= thought.candidates[2].worth"), "true");
    assert_eq!(show(&table, "(Sanguosha:answer(game, 0, thought.answer)) ~= nil"), "true");
    assert_eq!(table.click(ANN, 0, 0, 0).jobs.len(), 1);
    assert_eq!(show(&table, "Sanguosha:stop()"), "1");
    for refused in ["Sanguosha:think(game, { level = 5 })", "Sanguosha:think('nothing')"] {
        assert!(show(&table, refused).starts_with("nil"), "{refused}");
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let table = table("");
    for call in [
        "Sanguosha:open({ seats = {} })",
        "Sanguosha:open({ seats = { { name = 'A' } } })",
        "Sanguosha:open({ seats = { {}, {} }, stack = { 5, 5 } })",
        "Sanguosha:open({ seats = { {}, {} }, stack = { 9999 } })",
        "Sanguosha:open({ seats = { { general = 'nobody' }, {} } })",
        "Sanguosha:open({ seats = { {}, {} }, choices = 0 })",
        "Sanguosha:state('nothing')",
        "Sanguosha:view('{}')",
        "Sanguosha:answer('', 0, '.')",
    ] {
        assert!(show(&table, call).starts_with("nil"), "{call}: {}", show(&table, call));
    }
}

#[test]
fn a_folder_without_a_list_is_loaded_by_name() {
    let mut files = common::files("");
    let package = |name: &str, more: &str| {
        format!(
            "extension = sgs.Package(\"{name}\") {more} sgs.General(extension, \"{name}\", \"qun\")"
        )
    };
    for (path, text) in [
        ("zebra.lua", package("zebra", "")),
        // The helper is there for whoever asks; what is no Lua hurts nobody who does not.
        ("apple.lua", package("apple", "require(\"tools\") assert(tool == 5)")),
        ("tools.lua", "tool = 5".to_owned()),
        ("broken.lua", "this is no Lua".to_owned()),
        ("Apple-AI.lua", "sgs.ai_use_value.Apple = 3".to_owned()),
    ] {
        files.insert(format!("test/packages/{path}"), text.into_bytes());
    }
    let manifest = format!("{}\n[sanguosha]\npackages = \"packages\"\n", common::MANIFEST);
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    let load = |files: &BTreeMap<String, Vec<u8>>| {
        MapPackage::load(files, "test", PLUGINS).map_err(|error| error.to_string())
    };
    let map = load(&files).unwrap();
    let names: Vec<&str> = map
        .part::<SanguoshaPackage>()
        .unwrap()
        .generals()
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["apple", "zebra"]);
    // A list says which, and in which order.
    let list = b"packages = [\"zebra\", \"apple\"]\n".to_vec();
    files.insert("test/packages.toml".to_owned(), list);
    let generals = load(&files).unwrap().part::<SanguoshaPackage>().unwrap().generals().to_vec();
    assert_eq!(generals[0].name, "zebra");
    let list = b"packages = [\"nothing\"]\n".to_vec();
    files.insert("test/packages.toml".to_owned(), list);
    assert!(load(&files).unwrap_err().contains("packages/nothing.lua"));
}
