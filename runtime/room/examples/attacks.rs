//! How long each attack takes by the clock: `cargo run --release -p fangqi-room --example attacks`.
//!
//! Every script of the attack corpus and one against each library and API function runs with a
//! small budget of fuel; the budget in time is what an empty loop needs for that fuel. Prints those
//! that outlast it the most, and fails if one does by more than 150 ms. Rooms have a neighbour,
//! which must go on. Times are processor time of the thread, since machines are shared.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use fangqi_plugin_sanguosha::{PackageSource, SgsVm};
use fangqi_protocol::Limits;
use fangqi_protocol::{Input, PlayerId};
use fangqi_room::plugin::Plugins;
use fangqi_room::{MapPackage, Room, RoomOptions};
use fangqi_vm::{Vm, VmLimits, compile};

#[path = "../tests/room/attacks.rs"]
mod attacks;
#[path = "../../vm/tests/vm/support/abuse.rs"]
mod hammering;

use hammering::Attack;

/// The plugins whose modules are attacked.
const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_xiangqi::Xiangqi,
    &fangqi_plugin_sanguosha::Sanguosha,
]);

const FUEL: u64 = 2_000_000;
const SHOWN: usize = 12;
/// How much longer than its budget an attack may take.
const ALLOWED_MS: f64 = 150.0;
const NATIVE: &str = "--!native\n";

/// Milliseconds of processor time that this thread has used.
fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e6
}

fn timed(work: impl FnOnce()) -> f64 {
    let before = processor_ms();
    work();
    processor_ms() - before
}

/// Runs an attack and gives the milliseconds it took.
type Run = fn(&Attack) -> f64;

/// An attack in a VM of its own.
fn alone(attack: &Attack) -> f64 {
    let limits = VmLimits { fuel: FUEL, ..VmLimits::default() };
    let vm = Vm::new(&limits, 1).and_then(|vm| vm.seal().map(|()| vm)).expect("a VM");
    let load = |script: &str| compile("a/b.lua", script.as_bytes()).and_then(|s| vm.load(&s));
    if attack.script.starts_with(NATIVE) {
        // Machine code is made once it is worth while.
        let Ok(main) = load(&attack.script) else { return 0.0 };
        vm.set_fuel(10 * FUEL);
        let long = load("for i = 1, 3e6 do end").expect("a loop");
        vm.start(long, ()).expect("a loop that ends");
        vm.set_fuel(FUEL);
        return timed(|| drop(vm.start(main, ())));
    }
    timed(|| {
        if let Ok(main) = load(&attack.script) {
            // How it ends is the tests' business.
            drop(vm.start(main, ()));
        }
    })
}

const MANIFEST: &str = "format = 1\nid = \"a\"\nversion = \"1\"\nscripts = [\"b.lua\"]\n\
    capabilities = [\"jobs\"]\nname = { zh = \"攻\", en = \"a\" }\n\
    description = { zh = \"攻\", en = \"a\" }\n[[seats]]\ncolour = \"#000000\"\n\
    name = { zh = \"一\", en = \"one\" }\n";

/// Which room an attack is made in.
#[derive(Clone, Copy)]
enum VmTemplate {
    /// One of this host's own modules.
    Board,
    /// One of Mini World's, in which a player walks.
    Walked,
}

/// A room whose map does this when somebody talks, with somebody in it.
fn room(body: &str, ground: VmTemplate) -> Room {
    let section = match ground {
        VmTemplate::Board => "",
        VmTemplate::Walked => "[miniworld]\nclock = true\n",
    };
    let manifest = format!("{MANIFEST}{section}");
    let main = format!(
        "ScriptSupportEvent:registerEvent('Player.NewInputContent', function()\n{body}\nend)"
    );
    let files = BTreeMap::from([
        ("a/map.toml".to_owned(), manifest.into_bytes()),
        ("a/b.lua".to_owned(), main.into_bytes()),
    ]);
    let package = Arc::new(MapPackage::load(&files, "a", PLUGINS).expect("a map"));
    let limits = Limits { fuel_per_step: FUEL, fuel_per_input: FUEL, ..Limits::default() };
    let (mut room, _) =
        Room::open(package, RoomOptions { seed: 1, limits, ..RoomOptions::default() })
            .expect("a room");
    room.apply(0, Input::Join { player: ANN, name: "Ann".into() });
    room
}

const ANN: PlayerId = PlayerId(1001);

/// Somebody talks; whether that left anything in the log.
fn talk(room: &mut Room) -> bool {
    let tick = room.tick() + 1;
    room.apply(tick, Input::Chat { player: ANN, text: "go".into() }).record.is_some()
}

/// An attack in a room, with the rollback that follows, while the room next door goes on.
fn in_a_room(attack: &Attack, ground: VmTemplate) -> f64 {
    let (mut attacked, mut neighbour) =
        (room(&attack.script, ground), room("Hud:setStatus('well')", VmTemplate::Board));
    let took = timed(|| {
        // How it ends is the tests' business.
        talk(&mut attacked);
    });
    let before = neighbour.event();
    assert!(talk(&mut neighbour) && neighbour.event() == before + 1, "{}", attack.name);
    took
}

/// An attack by a package of Sanguosha that is loaded, beside what the same fuel is in a loop.
fn as_a_package(attack: &Attack) -> f64 {
    let text = format!("extension = sgs.Package(\"a\")\n{}", attack.script);
    let package = PackageSource::compile("a", text.as_bytes()).expect("Lua");
    timed(|| {
        // How it ends is the tests' business.
        drop(SgsVm::with_packages(&[package], 1));
    })
}

/// What an endless loop needs for the fuel there is.
fn budget(run: Run) -> f64 {
    let script = "while true do end".to_owned();
    let empty = Attack { name: script.clone(), outcome: String::new(), script };
    let mut budgets: Vec<f64> = (0..9).map(|_| run(&empty)).collect();
    budgets.sort_by(f64::total_cmp);
    budgets[budgets.len() / 2]
}

fn main() -> ExitCode {
    let native = |mut attack: Attack| {
        attack.script.insert_str(0, NATIVE);
        attack
    };
    let sets: [(&str, Vec<Attack>, Run); 6] = [
        ("corpus", hammering::corpus(), alone),
        ("corpus, --!native", hammering::corpus().into_iter().map(native).collect(), alone),
        ("every library function", hammering::on_the_library(), alone),
        ("every API function, in a room", attacks::on_the_api(), |attack| {
            in_a_room(attack, VmTemplate::Board)
        }),
        ("every API function, in a room of Mini World's", attacks::on_the_api(), |attack| {
            in_a_room(attack, VmTemplate::Walked)
        }),
        ("every function of sgs, at load", attacks::on_sanguosha(), as_a_package),
    ];
    let mut all_late = 0;
    for (title, attacks, run) in sets {
        let budget = budget(run);
        let mut took: Vec<(f64, String)> = attacks
            .into_iter()
            // The better of two: a page fault or a neighbour is no fault of the script's.
            .map(|attack| (run(&attack).min(run(&attack)) - budget, attack.name))
            .collect();
        took.sort_by(|a, b| b.0.total_cmp(&a.0));
        let late = took.iter().filter(|(over, _)| *over > ALLOWED_MS).count();
        let count = took.len();
        println!("\n{title}: an empty loop takes {budget:.0} ms for its fuel");
        println!("{count} attacks, {late} later than budget + {ALLOWED_MS} ms");
        for (over, name) in took.iter().take(SHOWN) {
            println!("  {over:>8.1} ms over  {name}");
        }
        all_late += late;
    }
    if all_late == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
