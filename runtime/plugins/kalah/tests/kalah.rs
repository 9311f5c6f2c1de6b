//! Kalah in rooms, and its rules against games that are known and a slow search.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_plugin_kalah::Kalah;
use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, PlayerId};
use fangqi_room::Applied;
use fangqi_room::plugin::Plugins;
use fangqi_room::{MapPackage, Room, RoomOptions};

const PLUGINS: Plugins = Plugins::new(&[&fangqi_plugin_miniworld::MiniWorlds, &Kalah]);
const ANN: PlayerId = PlayerId(1001);
const BEN: PlayerId = PlayerId(1002);

/// The map of this folder.
fn map() -> Arc<MapPackage> {
    let files = BTreeMap::from([
        ("kalah/map.toml".to_owned(), include_bytes!("../maps/kalah/map.toml").to_vec()),
        ("kalah/main.lua".to_owned(), include_bytes!("../maps/kalah/main.lua").to_vec()),
    ]);
    Arc::new(MapPackage::load(&files, "kalah", PLUGINS).unwrap())
}

fn room() -> Room {
    let (mut room, _) = Room::open(map(), RoomOptions::default()).unwrap();
    for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
        room.apply(0, Input::Join { player, name: name.to_owned() });
        room.apply(0, Input::Sit { player, seat });
    }
    room
}

fn pick(room: &mut Room, player: PlayerId, payload: &str) -> Applied {
    let (plugin, payload) = ("kalah".to_owned(), payload.to_owned());
    room.apply(0, Input::Plugin { player, plugin, version: 1, payload })
}

fn pits(room: &Room) -> Vec<u32> {
    let view = &room.scene(ANN).plugins[0].view;
    serde_json::from_value(view["pits"].clone()).unwrap()
}

fn lua(room: &Room, source: &str) -> String {
    let values = room.evaluate(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    values.iter().map(|value| value.to_string().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_played_by_picking_pits() {
    let mut room = room();
    assert_eq!(room.scene(ANN).plugins[0].view["legal"], serde_json::json!([0, 1, 2, 3, 4, 5]));
    assert_eq!(room.scene(BEN).plugins[0].view["legal"], serde_json::json!([]));
    // Pit 2 ends in the store, which is another turn; the sowing of pit 5 reaches Ben's side.
    for (player, pit) in [(ANN, 2), (ANN, 5), (BEN, 7)] {
        let applied = pick(&mut room, player, &format!("{{\"pit\":{pit}}}"));
        assert!(applied.rejected.is_none(), "{applied:?}");
    }
    assert_eq!(pits(&room), [4, 4, 0, 5, 5, 0, 2, 0, 6, 6, 6, 5, 5, 0]);
    // Whose turn it is not, and what is no pit, changes nothing.
    let before = room.state_hash();
    for (player, payload) in
        [(ANN, "{\"pit\":99}"), (BEN, "{}"), (BEN, "{\"pit\":-1}"), (BEN, "[3]"), (BEN, "")]
    {
        pick(&mut room, player, payload);
        assert_eq!(room.state_hash(), before, "{payload}");
    }
}

#[test]
fn a_capture_takes_both_pits_and_bad_calls_are_refused() {
    let room = room();
    let sow = "local g = Kalah:new()
        for _, pit in { 5, 12, 0, 11, 4 } do assert(Kalah:sow(g, pit)) end
        return table.concat(Kalah:pits(g), ' '), Kalah:turn(g), Kalah:lead(g)";
    // Counted by hand: the third sowing ends in the empty pit 5 and captures the seeds of pit 7.
    assert_eq!(lua(&room, sow), "1 7 6 5 0 1 8 1 6 6 4 0 1 2 1 6");
    for (call, why) in [
        ("Kalah:sow(99, 0)", "there is no game 99"),
        ("Kalah:sow(0, 0)", "there is no game 0"),
        ("Kalah:sow(1, 6)", "pit 6 cannot be sown now"),
        ("Kalah:sow(1, 4294967295)", "pit 4294967295 cannot be sown now"),
        ("Kalah:sow(1, '7x')", "argument 2, pit"),
        ("Kalah:think(1, { level = 6 })", "level 6 is not one of 1 to 5"),
    ] {
        assert!(lua(&room, &format!("return select(2, {call})")).contains(why), "{call}");
    }
}

#[test]
fn games_keep_their_seeds_and_end_with_empty_pits() {
    let played = "local g, plies = Kalah:new(), 0
        while Kalah:turn(g) do
            local pit = math.random(0, 5) + 7 * Kalah:turn(g)
            if Kalah:sow(g, pit) then plies += 1 end
            local seeds = 0
            for _, count in Kalah:pits(g) do seeds += count end
            assert(seeds == 48)
        end
        local pits = Kalah:pits(g)
        assert(pits[7] + pits[14] == 48 and pits[7] - pits[14] == Kalah:lead(g))
        return plies > 10";
    let room = room();
    for _ in 0..12 {
        assert_eq!(lua(&room, played), "true");
    }
}

#[test]
fn the_computer_thinks_in_a_job_and_the_log_replays() {
    let mut room = room();
    room.apply(0, Input::Stand { player: BEN });
    room.apply(0, Input::SetComputer { player: ANN, seat: 1, level: Some(2) });
    let mut jobs = pick(&mut room, ANN, "{\"pit\":0}").jobs;
    while let Some(job) = jobs.pop() {
        let result = run_job_alone(&job.spec);
        jobs.extend(room.apply(1, Input::JobDone { job: job.id, result }).jobs);
    }
    assert_eq!(room.scene(ANN).plugins[0].view["turn"], 0, "the computer has moved");
    let replayed = Room::replay(map(), RoomOptions::default(), room.history()).unwrap();
    assert_eq!(replayed.state_hash(), room.state_hash());
    let (_, stored) = room.checkpoint(2).unwrap();
    let restored = Room::resume(map(), RoomOptions::default(), room.history(), Some(&stored));
    assert_eq!(restored.unwrap().state_hash(), room.state_hash());
}
