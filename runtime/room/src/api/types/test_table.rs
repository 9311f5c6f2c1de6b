//! What tests of maps call: the function `test`, and the table that it gives to each.
//! `scripts/reference/tests.md` tells authors what the methods are for.

use fangqi_plugin::lua_type;

use crate::api::globals::GlobalSpec;

/// The function that declares a test.
pub(super) static TEST_FUNCTION: GlobalSpec = GlobalSpec {
    name: "test",
    doc: "In a file below `tests/`: declares a test, which `fangqi test` runs in a room of its \
          own.\nExample: `test(\"a move\", function(t) t:click(t:join(), 0, 1, 0) end)`\n",
    params: &[("name", "string", false), ("body", "(t: Test) -> ...any", false)],
    result: "()",
};

lua_type! {
    /// A room with virtual players, as a test of a map is given it. A player is the number that
    /// `join` returns; methods that do something return whether the room took it.
    pub static TEST = "Test", methods;

    /// A new player enters; without a name it gets one.
    join(name: "string?"): "number";
    /// The player's line goes down; its seat is held.
    leave(player: "number"): "boolean";
    /// The player returns.
    back(player: "number"): "boolean";
    /// Takes a seat; seats count from 0.
    sit(player: "number", seat: "number"): "boolean";
    /// Leaves its seat.
    stand(player: "number"): "boolean";
    /// Gives a seat to the computer; without a level opens it for people.
    computer(player: "number", seat: "number", level: "number?"): "boolean";
    /// Clicks a cell.
    click(player: "number", x: "number", y: "number", z: "number"): "boolean";
    /// Answers a question by its `id` and a choice; choices count from 0.
    choose(player: "number", request: "number", choice: "number"): "boolean";
    /// Answers with several cells together: numbers from 1 of those that may be selected.
    select(player: "number", request: "number", cells: "{ number }"): "boolean";
    /// Presses a button of the map, with the value of an option if it offers some.
    action(player: "number", id: "string", value: "string?"): "boolean";
    /// Says something.
    chat(player: "number", text: "string"): "boolean";
    /// Leaves its seat to the stand-in, or takes it back.
    stand_in(player: "number", on: "boolean"): "boolean";
    /// Asks to take the last move back.
    take_back(player: "number"): "boolean";
    /// Lets time pass; 20 ticks are a second.
    ticks(count: "number"): "()";
    /// Lets computers think to the end, and what follows from it; how many jobs there were.
    run_jobs(): "number";
    /// Stores the room and goes on from what was stored; why it cannot be stored, or nil.
    checkpoint(): "string?";
    /// Stands there from now on; the stance has `yaw`, `pitch`, `sneaks`, `runs`, `flies`,
    /// `grounded`.
    pose(player: "number", x: "number", y: "number", z: "number", stance: "{ [string]: any }?"):
        "boolean";
    /// Looks there.
    look(player: "number", yaw: "number", pitch: "number?"): "boolean";
    /// Jumps on the spot.
    jump(player: "number"): "boolean";
    /// Sneaks, or no longer with `false`.
    sneak(player: "number", on: "boolean?"): "boolean";
    /// Runs to a place.
    run(player: "number", x: "number", y: "number", z: "number"): "boolean";
    /// Does what its client sends.
    act(player: "number", act: "any"): "boolean";
    /// The number of the block in a cell, 0 for air.
    block(x: "number", y: "number", z: "number"): "number";
    /// The marks that a player sees.
    marks(player: "number"): "{ any }";
    /// The question to a player, nil if there is none.
    request(player: "number"): "any";
    /// The display, as a player sees it or as spectators do.
    hud(player: "number?"): "any";
    /// The seats.
    seats(): "{ any }";
    /// All that was told to a player, refusals too.
    toasts(player: "number"): "{ any }";
    /// The lines of chat that a player saw.
    said(player: "number"): "{ any }";
    /// The texts in the world.
    texts(): "{ any }";
    /// What a player who walks sees of the world's objects and its own things; nil on boards.
    walk(player: "number"): "any";
    /// How many jobs are under way.
    jobs(): "number";
    /// The room's state in 16 letters.
    hash(): "string";
    /// The errors of scripts so far, which then no longer fail the test.
    errors(): "{ string }";
    /// What the Lua source returns when it is run in the room, copied.
    eval(source: "string"): "...any";
    /// Fails the test unless `holds` is true.
    expect(holds: "any", message: "string?"): "()";
    /// Fails the test unless both are the same, tables by what is in them.
    equal(a: "any", b: "any", message: "string?"): "()";
}
