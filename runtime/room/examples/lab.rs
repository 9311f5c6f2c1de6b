use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use fangqi_room::model::{Input, PlayerId};
use fangqi_room::{Limits, MapPackage, Room, RoomOptions};

fn maps(dir: &str) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &std::path::Path, dir: &std::path::Path, out: &mut BTreeMap<String, Vec<u8>>) {
        for e in std::fs::read_dir(dir).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() { walk(root, &p, out) } else {
                out.insert(p.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), std::fs::read(&p).unwrap());
            }
        }
    }
    let mut out = BTreeMap::new();
    walk(dir.as_ref(), dir.as_ref(), &mut out);
    out
}
fn cpu() -> f64 {
    let t = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    t.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}
fn med(mut v: Vec<f64>) -> (f64, f64) { v.sort_by(f64::total_cmp); (v[v.len() / 2], v[0]) }
fn open(p: &Arc<MapPackage>) -> Room {
    let limits = Limits { fuel_per_step: u64::MAX >> 2, fuel_per_input: u64::MAX >> 2, fuel_at_load: u64::MAX >> 2, edits_per_step: usize::MAX >> 2, edits_per_input: usize::MAX >> 2, ..Limits::default() };
    Room::open(p.clone(), RoomOptions { seed: 1, limits }).unwrap().0
}
const SEARCH: &str = "
local board = Board:new(0, 0, 8, 9, 1)
board:makeMove({ thisid = R_CANNON, killid = 0, s_x = 8, s_z = 3, e_x = 5, e_z = 3 })
board.isRedTurn = false
return #board:getBestMoves(false, 2)
";
fn timed(n: usize, mut f: impl FnMut()) -> String {
    let mut w = vec![]; let mut c = vec![];
    for _ in 0..n { let (a, b) = (Instant::now(), cpu()); f(); c.push(cpu() - b); w.push(a.elapsed().as_secs_f64() * 1e3); }
    let (w, c) = (med(w), med(c));
    format!("wall med {:.3} min {:.3}; cpu med {:.3} min {:.3} ms", w.0, w.1, c.0, c.1)
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args.get(3).map_or(15, |n| n.parse().unwrap());
    let files = maps(&args[2]);
    match args[1].as_str() {
        "search" => {
            let room = open(&Arc::new(MapPackage::load(&files, "tutorial-xiangqi").unwrap()));
            println!("first {}", timed(1, || drop(room.evaluate(SEARCH).unwrap())));
            println!("limited {}", timed(n, || drop(room.evaluate(SEARCH).unwrap())));
            room.stop_counting_fuel().unwrap();
            println!("free {}", timed(n, || drop(room.evaluate(SEARCH).unwrap())));
        }
        "open" => {
            for map in ["xiangqi", "tutorial-xiangqi"] {
                let p = Arc::new(MapPackage::load(&files, map).unwrap());
                println!("{map} {}", timed(n, || drop(open(&p))));
                let rss = || std::fs::read_to_string("/proc/self/statm").unwrap().split(' ').nth(1).unwrap().parse::<f64>().unwrap() * 4.0;
                let b = rss(); let v: Vec<Room> = (0..64).map(|_| open(&p)).collect();
                println!("{map} {:.1} KiB each", (rss() - b) / 64.0); drop(v);
            }
        }
        "lua" => {
            let manifest = "format = 1\nid = \"bench\"\nversion = \"1\"\nscripts = [\"main.lua\"]\nname = { zh = \"测\", en = \"b\" }\ndescription = { zh = \"测\", en = \"b\" }\n";
            let files = BTreeMap::from([("bench/map.toml".to_owned(), manifest.as_bytes().to_vec()), ("bench/main.lua".to_owned(), b"function nothing(a, b, c) end".to_vec())]);
            let room = open(&Arc::new(MapPackage::load(&files, "bench").unwrap()));
            for body in ["", "local code, id = Block:getBlockID(4, 1, 5)", "Block:setBlockAll(i % 9, 1, 5, 1 + i % 4, 0)", "local a = math.floor(i)", "local t = os.time()"] {
                let s = format!("local Block = Block\nfor i = 1, 100000 do {body} end");
                println!("{body}: per call*1e5 {}", timed(n, || { room.evaluate(&s).unwrap(); room.forget_edits(); }));
            }
        }
        "wake" => {
            let p = Arc::new(MapPackage::load(&files, "xiangqi").unwrap());
            let mut room = open(&p);
            let players = [PlayerId(1001), PlayerId(1002)];
            for (seat, player) in (0..).zip(players) {
                room.apply(0, Input::Join { player, name: "bench".into() });
                room.apply(0, Input::SetComputer { player, seat, level: None });
                room.apply(0, Input::Sit { player, seat });
            }
            let mut turn = 0_usize;
            while room.event() < 200 {
                let tick = room.event() * 20;
                let (player, request) = players.iter().find_map(|p| Some((*p, room.scene(*p).request?))).unwrap();
                turn += 7;
                for pos in request.choices[turn % request.choices.len()].path.clone() { room.apply(tick, Input::Click { player, pos, face: 5 }); }
            }
            let mut room = Some(room);
            println!("wake {}", timed(n, || room = Some(room.take().unwrap().hibernate().wake().unwrap())));
        }
        _ => panic!(),
    }
}
