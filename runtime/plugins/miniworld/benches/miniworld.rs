//! What Mini World scripts cost: `cargo bench -p fangqi-plugin-miniworld --bench miniworld`.
//!
//! Host machines differ and are shared, so compare rows of one run with each other.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fangqi_plugin_miniworld::{MINIWORLD, WalkScene, miniworld_map};
use fangqi_protocol::{Input, PlayerId, Pose};
use fangqi_room::{MapPackage, Room, RoomOptions};

const FIRST: u64 = 1001;

/// A room on a meadow with some players in it.
fn room(main: &str, players: u64) -> Room {
    let scripts = [("main.lua".to_owned(), main.as_bytes().to_vec())];
    let files: BTreeMap<String, Vec<u8>> =
        miniworld_map("bench", "Bench", &scripts, &BTreeSet::new());
    let package = Arc::new(MapPackage::load(&files, "bench", MINIWORLD).expect("a map"));
    let (mut room, _) = Room::open(package, RoomOptions::default()).expect("a room");
    for index in 0..players {
        let player = PlayerId(FIRST + index);
        let applied = room.apply(0, Input::Join { player, name: format!("player {index}") });
        assert!(applied.rejected.is_none());
    }
    room
}

/// Has the first player say something, to which a handler listens.
fn go(room: &mut Room, tick: u64) {
    let say = Input::Chat { player: PlayerId(FIRST), text: "go".to_owned() };
    let applied = black_box(room.apply(tick, say));
    assert!(applied.rejected.is_none() && applied.log.is_empty(), "{:?}", applied.log);
}

fn placements(c: &mut Criterion) {
    let main = "ScriptSupportEvent:registerEvent('Player.NewInputContent', function()
      for x = 0, 99 do for z = 0, 99 do for y = 10, 19 do
        Block:placeBlock(600 + (x + z) % 16, x, y, z, 0)
      end end end
    end)";
    let mut placed = room(main, 1);
    go(&mut placed, 1);
    assert_eq!(placed.block([99, 19, 99]).id().0, 600 + 198 % 16, "all are there");
    let opened = || room(main, 1);
    c.bench_function("100,000 blocks from one handler", |b| {
        b.iter_batched(
            opened,
            |mut room| {
                go(&mut room, 1);
                room
            },
            BatchSize::LargeInput,
        );
    });
}

fn names(c: &mut Criterion) {
    let main = "ScriptSupportEvent:registerEvent('Player.NewInputContent', function()
      for id = 1, 10000 do local code, name = Item:getItemName(id) end
    end)";
    let mut room = room(main, 1);
    let mut tick = 1;
    c.bench_function("10,000 names of items", |b| {
        b.iter(|| {
            tick += 1;
            go(&mut room, tick);
        });
    });
}

/// A room in which 500 creatures walk to and fro, once more things are made by `more`.
fn crowd(more: &str) -> Room {
    let main = "ScriptSupportEvent:registerEvent('Game.Start', function()
      for i = 0, 499 do
        local x, z = i % 25 * 2 - 24.5, i // 25 * 2 - 24.5
        local code, made = World:spawnCreature(x, 7, z, 3400, 1)
        all = all or {} all[#all + 1] = made[1]
      end
      MORE
    end)
    local to = 1
    ScriptSupportEvent:registerEvent('Game.Run', function()
      at = (at or 0) + 1
      if at % 200 ~= 1 then return end
      to = -to
      for i, mob in ipairs(all) do Actor:tryMoveToPos(mob, to * 40, 7, i % 25 * 2 - 24.5, 1) end
    end)";
    room(&main.replace("MORE", more), 1)
}

fn creatures(c: &mut Criterion) {
    // The wall has no end that can be walked to: the worst for who looks for a way.
    let wall = "for z = -60, 60 do for y = 7, 9 do
        Block:setBlockAll(26, y, z, 104, 0) Block:setBlockAll(-26, y, z, 104, 0)
      end end";
    let collide = "ScriptSupportEvent:registerEvent('Actor.Collide', function() end)";
    for (name, more) in [
        ("a tick of 500 creatures that walk", ""),
        ("a tick of 500 creatures at walls", wall),
        ("a tick of 500 creatures whose touch is heard", collide),
    ] {
        let mut room = crowd(more);
        let mut tick = 1;
        c.bench_function(name, |b| {
            b.iter(|| {
                tick += 1;
                black_box(room.apply(tick, Input::Tick))
            });
        });
    }
}

fn areas(c: &mut Criterion) {
    let main = "for i = 0, 999 do
      local x, z = i % 40 * 2 - 40, i // 40 * 2 - 40
      Area:createAreaRectByRange({ x = x, y = 0, z = z }, { x = x + 1, y = 9, z = z + 1 })
    end
    ScriptSupportEvent:registerEvent('Player.AreaIn', function(e) count = (count or 0) + 1 end)
    ScriptSupportEvent:registerEvent('Game.AnyPlayer.EnterGame', function(e)
      local i = e.eventobjid - 1001
      Player:setPosition(e.eventobjid, i % 10 * 7 - 34.5, 7, i // 10 * 7 - 17.5)
    end)";
    let mut room = room(main, 50);
    room.apply(100, Input::Tick);
    let owns: Vec<_> = (0..50)
        .map(|index| {
            WalkScene::in_scene(&room.scene(PlayerId(FIRST + index))).unwrap().unwrap().own
        })
        .map(|own| own.expect("players walk here"))
        .collect();
    let mut tick = 200;
    c.bench_function("a tick of 50 players who walk among 1,000 areas", |b| {
        b.iter(|| {
            // Each goes half a block, four blocks there and four back: into a new area every fourth
            // time.
            tick += 3;
            let step = (tick / 3) % 16;
            let off = 0.5 * (if step < 8 { step } else { 16 - step }) as f64;
            for (index, own) in (0..).zip(&owns) {
                let [x, y, z] = own.pos;
                let pose = Pose {
                    pos: [x, y, z + off],
                    yaw: 0.0,
                    pitch: 0.0,
                    grounded: true,
                    sneaks: false,
                    runs: true,
                    flies: false,
                    moved: own.moved,
                };
                let input = Input::Pose { player: PlayerId(FIRST + index), pose };
                let applied = black_box(room.apply(tick, input));
                assert!(applied.rejected.is_none(), "{:?}", applied.rejected);
            }
        });
    });
}

criterion_group!(benches, placements, names, creatures, areas);
criterion_main!(benches);
