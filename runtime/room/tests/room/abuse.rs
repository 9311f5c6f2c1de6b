//! Every function of the API, abused in a room.

use fangqi_protocol::Input;
use fangqi_protocol::Limits;
use fangqi_room::{CALL_DEPTH, RoomOptions};
use fangqi_vm::VmLimits;

use crate::attacks::on_the_api;
use crate::common::PLUGINS;
use crate::common::{ANN, Table};
use crate::support::abuse::Attack;
use crate::support::{run, show, vm_with};

const LIMITS: VmLimits = VmLimits { memory: 32 << 20, fuel: 500_000 };

#[test]
fn calls_nest_as_deep_as_is_said_and_no_deeper() {
    let vm = vm_with(&LIMITS);
    let script = "
        local depth = 0
        local function f() depth += 1 return 1 + f() end
        local ok, why = pcall(f)
        return ok, tostring(why), depth";
    let text = show(&run(&vm, script).unwrap());
    assert!(text.starts_with("false ") && text.contains("stack overflow"), "{text}");
    let depth: usize = text.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(depth <= CALL_DEPTH && depth + 100 > CALL_DEPTH, "{depth}");
}

/// A room whose scripts run what is said in its chat.
const MAP: &str = "
    ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e) attack() end)";

/// A room with an attack at the ready.
fn room_with(attack: &Attack, limits: &Limits) -> Table {
    let main = format!("{MAP}\nfunction attack()\n{}\nend", attack.script);
    Table::with(&main, RoomOptions { limits: limits.clone(), ..crate::common::options() })
}

#[test]
fn every_api_function_is_bounded_and_leaves_the_room_as_it_was() {
    let limits = Limits { fuel_per_step: 500_000, world_bytes: 4 << 20, ..Limits::default() };
    let mut neighbour = Table::open("");
    let attacks = on_the_api();
    assert!(attacks.len() > 130, "{} functions", attacks.len());
    for attack in attacks {
        let mut table = room_with(&attack, &limits);
        let before = table.room.state_hash();
        let applied = table.apply(Input::Chat { player: ANN, text: "go".into() });
        let name = &attack.name;
        match applied.rejected {
            Some(refused) => {
                assert_eq!(refused.code, "script_failed", "{name}: {:?}", applied.log);
                assert_eq!(table.room.state_hash(), before, "{name}");
            }
            // It waits: a function that waits does, in a call that is good enough.
            None => assert!(functions_that_wait().contains(name), "{name}: {:?}", applied.log),
        }
        let most = limits.memory_bytes + limits.world_bytes + (16 << 20);
        assert!(table.room.memory_bytes() < most, "{name}: {}", table.room.memory_bytes());
        let bytes: usize = applied.log.iter().map(|line| line.text.len()).sum();
        assert!(applied.log.len() <= limits.log_lines_per_input + 2, "{name}");
        assert!(bytes <= limits.log_bytes_per_input + 4096, "{name}: {bytes} bytes of log");
        neighbour.ok(Input::Chat { player: ANN, text: "still here".into() });
    }
}

fn functions_that_wait() -> Vec<String> {
    fangqi_room::types::functions(PLUGINS)
        .filter(|function| function.waits)
        .map(|function| format!("{}.{}", function.module, function.name))
        .collect()
}

#[test]
fn fuel_of_an_input_ends_a_chain_of_events_at_once() {
    let main = "
        local function burn() for i = 1, 1e5 do end end
        local left = 1000
        local function again() burn() left -= 1 Block:setBlockAll(0, 1, 0, left % 5, 0)
          if left > 0 then threadpool:work(again) end end
        threadpool:delay(1, again)
        count = function() return left end";
    let limits =
        Limits { fuel_per_step: 1_000_000, fuel_per_input: 1_000_000, ..Limits::default() };
    let mut table = Table::with(main, RoomOptions { limits, ..crate::common::options() });
    table.now = 20;
    let applied = table.ok(Input::Tick);
    let record = applied.record.unwrap();
    assert_eq!(record.faults.len(), 1, "{:?}", applied.log);
    assert_eq!(record.faults[0].kind, fangqi_protocol::FaultKind::Input);
    let done = 1000.0 - table.eval("return count()");
    assert!((9.0..=11.0).contains(&done), "{done} steps ran");
    let records = table.room.history();
    let again = fangqi_room::Room::replay(
        table.room.package().clone(),
        table.room.options().clone(),
        records,
    );
    assert_eq!(again.unwrap().state_hash(), table.room.state_hash());
}

#[test]
fn questions_edits_and_the_log_are_bounded() {
    let limits = Limits {
        questions_max: 3,
        edits_per_input: 100,
        log_bytes_per_input: 1000,
        ..Limits::default()
    };
    let main = "
        ScriptSupportEvent:registerEvent('Player.NewInputContent', function(e)
          if e.content == 'ask' then
            for i = 1, 5 do
              threadpool:work(function()
                local index, why = Request:ask({ seat = 0, choices = { { label = 'a' } } })
                print(index, why)
              end)
            end
          elseif e.content == 'edit' then
            local done = 0
            for i = 1, 101 do
              if Block:setBlockAll(i % 9, 2, i % 10, 1, 0) == 0 then done += 1 end
            end
            threadpool:work(function() print('more', Block:setBlockAll(0, 3, 0, 1, 0), done) end)
          else
            for i = 1, 50 do print(string.rep('字', 30)) end
          end
        end)";
    let mut table = Table::with(main, RoomOptions { limits, ..crate::common::options() });
    let press = |table: &mut Table, text: &str| {
        table.ok(Input::Chat { player: ANN, text: text.into() }).log
    };
    let log = press(&mut table, "ask");
    let refused = log.iter().filter(|line| line.text.contains("3 questions wait")).count();
    assert_eq!(refused, 4, "two refusals and two results: {log:?}");
    let log = press(&mut table, "edit");
    assert!(log.iter().any(|line| line.text.contains("more than 100 block changes")), "{log:?}");
    assert!(log.iter().any(|line| line.text == "more\t1001\t100"), "{log:?}");
    let log = press(&mut table, "log");
    let bytes: usize = log.iter().map(|line| line.text.len()).sum();
    assert!((700..850).contains(&bytes), "{bytes} bytes: {log:?}");
    assert!(log.last().unwrap().text.contains("more lines were not kept"), "{log:?}");
}

#[test]
fn a_full_world_takes_no_more_blocks() {
    let limits = Limits { world_bytes: 1 << 20, ..Limits::default() };
    let main = "
        function fill()
          for i = 0, 40000 do
            if Block:setBlockAll(i * 16, 0, 0, 1, 0) ~= 0 then return i end
          end
        end";
    let table = Table::with(main, RoomOptions { limits, ..crate::common::options() });
    let placed = table.eval("return fill()");
    assert!(placed > 4000.0 && placed < 32_000.0, "{placed} blocks");
    assert!(table.room.memory_bytes() < 8 << 20);
}
