//! `fangqi sanguosha check` and `play`: what they say of packages, and how they end.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A package whose functions call each other's files, and which has a function that is never run.
const GOOD: &str = "module(\"extensions.road\", package.seeall)
extension = sgs.Package(\"road\")
require(\"road_tools\")
walker = sgs.General(extension, \"walker\", \"qun\", \"4\")
walk = sgs.CreateTriggerSkill{
  name = \"walk\", events = {sgs.PhaseChange}, frequency = sgs.Skill_Frequent,
  on_trigger = function(self, event, player, data)
    if player:getPhase() == sgs.Player_Finish and player:askForSkillInvoke(\"walk\") then
      road_draw(player)
    end
  end,
}
rest = sgs.CreateTriggerSkill{
  name = \"rest\", events = {sgs.NoEvent},
  on_trigger = function(self, event, player, data) end,
}
walker:addSkill(walk)
walker:addSkill(rest)
sgs.LoadTranslationTable{ [\"road\"] = \"道路\", [\"walker\"] = \"行者\", [\"walk\"] = \"行走\" }
";
const TOOLS: &str = "function road_draw(player) player:drawCards(1) end\n";
const AI: &str = "sgs.ai_skill_invoke.walk = true\n";

fn sanguosha(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_fangqi");
    Command::new(program).arg("sanguosha").args(args).current_dir(folder).output().unwrap()
}

fn check(folder: &Path, args: &[&str]) -> Output {
    sanguosha(folder, &[&["check"], args].concat())
}

/// The reports, and whether the command ended well.
fn reports(folder: &Path, args: &[&str]) -> (Value, bool) {
    let output = check(folder, &[args, &["--json"]].concat());
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.success())
}

fn written(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

#[test]
fn packages_of_files_are_played_with_beside_those_that_are_named() {
    let folder = written(&[("road.lua", GOOD.into()), ("road_tools.lua", TOOLS.into())]);
    let play = |packages: &str| {
        let args = ["play", "--ai-only", "--checked", "--seats", "5", "--packages", packages];
        sanguosha(folder.path(), &args)
    };
    for packages in ["road.lua", "standard_wei,standard_shu,road.lua"] {
        let output = play(packages);
        assert!(output.status.success(), "{packages}: {output:?}");
    }
    let told = play("no.lua");
    assert!(!told.status.success());
    assert!(String::from_utf8_lossy(&told.stderr).contains("no.lua"), "{told:?}");
}

#[test]
fn a_good_package_is_counted_and_played() {
    let folder = written(&[
        ("road.lua", GOOD.into()),
        ("road_tools.lua", TOOLS.into()),
        ("lua/ai/Road-AI.lua", AI.into()),
        ("broken.lua", b"this is no Lua".to_vec()),
    ]);
    let (all, well) = reports(folder.path(), &["--games", "5", "--seed", "3", "road.lua"]);
    let report = &all[0];
    assert!(well, "{report}");
    assert_eq!(report["generals"], json!(["walker"]));
    assert_eq!(report["translations"], json!(3));
    assert_eq!(report["games"]["played"], json!(5));
    assert_eq!(report["faults"], json!({}));
    let walk = &report["skills"]["walk"];
    // Its AI always says yes; but games that drag on have every fourth question declined.
    let (asked, used) = (walk["asked"].as_u64().unwrap(), walk["used"].as_u64().unwrap());
    assert!(used > 0 && used <= asked && used * 4 >= asked * 3, "{walk}");
    assert!(walk["callbacks"]["on_trigger"].as_u64() > walk["asked"].as_u64(), "{walk}");
    assert_eq!(report["neverRun"], json!(["rest.on_trigger"]));
    let missing = report["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert_eq!((&missing[0]["line"], &missing[0]["called"]), (&json!(14), &json!(false)));
    let again = reports(folder.path(), &["--games", "5", "--seed", "3", "road.lua"]);
    assert_eq!(again.0, all, "the same seed tells the same");

    let text = check(folder.path(), &["--games", "2", "./road.lua"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("road: 1 generals, 2 skills, 3 translations; 2 games"), "{text}");
    assert!(text.contains("never run: rest.on_trigger"), "{text}");
}

#[test]
fn what_is_called_in_vain_is_told_with_its_line() {
    let bad = GOOD.replace("road_draw(player)", "player:drawCard2(1)");
    let folder = written(&[("road.lua", bad.into()), ("road_tools.lua", TOOLS.into())]);
    let (all, well) = reports(folder.path(), &["--games", "2", "road.lua"]);
    assert!(!well);
    let told = all[0]["missing"][0]["told"].as_str().unwrap();
    assert!(told.starts_with("road.lua: line 9: player:drawCard2: there is no such fu"), "{told}");
    let faults = all[0]["faults"].as_object().unwrap();
    let fault = faults.keys().next().unwrap();
    assert!(
        fault.starts_with("road.lua:9: walk: ServerPlayer has no method 'drawCard2'"),
        "{fault}"
    );
    assert!(all[0]["skills"]["walk"]["errors"].as_u64() > Some(0));
}

#[test]
fn a_package_that_cannot_be_loaded_is_told_and_the_others_go_on() {
    let folder = written(&[
        ("road.lua", GOOD.into()),
        ("road_tools.lua", TOOLS.into()),
        ("worse.lua", b"extension = sgs.Package(\"worse\")\nx = = 1\n".to_vec()),
    ]);
    let args = ["--games", "1", "worse.lua", "nothing.lua", "road.lua"];
    let (all, well) = reports(folder.path(), &args);
    assert!(!well);
    assert!(all[0]["error"].as_str().unwrap().starts_with("worse.lua:2: "), "{}", all[0]);
    assert!(all[1]["error"].as_str().unwrap().contains("nothing.lua"), "{}", all[1]);
    assert_eq!(all[2]["ok"], json!(true), "{}", all[2]);
}
