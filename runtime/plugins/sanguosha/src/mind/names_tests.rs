//! What the handbook and other authors name is there.

use fangqi_sanguosha::{Answer, ops};

use super::tests::{A, Scene, nothing};

/// Types and names, see there.
const NAMES: &str = include_str!("../../../../../scripts/maps/cards/sanguosha/tests/smart_ai.txt");

/// Looks all names up where AI files do, in a question, and gives those that are not there.
const PROBE: &str = r#"
local function found(roots, path)
  local value = roots
  for part in path:gmatch("[^.]+") do
    value = value[part]
    if value == nil then return nil end
  end
  return value
end

-- Players, rooms and the like are userdata, what the AI itself makes are tables.
local function is_a(value, wanted)
  local what = type(value)
  if wanted == "object" or wanted == "player" then
    return what == "userdata" or what == "table"
  end
  return what == wanted or wanted == "table" and what == "userdata"
end

local function lacking(self, data, logic, lines)
  local names = {
    sgs = sgs, SmartAI = SmartAI, AI = AI, TrustAI = TrustAI, version = version, debug = debug,
    string = string, assert = assert, self = self, player = self.player, room = self.room,
    data = data, logic = logic, list = self.room:getAlivePlayers(),
    card = sgs.Sanguosha:getCard(0),
  }
  local missing = {}
  for wanted, rest in lines:gmatch("(%l+) ([^\n]+)") do
    for path in rest:gmatch("%S+") do
      if not is_a(found(names, path), wanted) then table.insert(missing, wanted .. " " .. path) end
    end
  end
  return missing
end

sgs.ai_skill_invoke.probe = function(self, data)
  local missing, looked = {}, false
  sgs.updateIntention(self.player, self.player, 1)
  self:getBenefitOfEvents(function(logic)
    missing, looked = lacking(self, data, logic, LINES), true
  end)
  assert(looked)
  assert(#missing == 0, table.concat(missing, ", "))
  return true
end
"#;

#[test]
fn everything_that_authors_name_is_there() {
    let lines: Vec<&str> = NAMES.lines().filter(|line| !line.starts_with('#')).collect();
    let count: usize = lines.iter().map(|line| line.split(' ').skip(1).count()).sum();
    assert!(count > 200, "only {count} names were found");
    let ai = format!("local LINES = [[\n{}\n]]\n{PROBE}", lines.join("\n"));
    let mut scene = Scene::new(&ai);
    let answer = scene.ask(ops::ask_invoke(A, "probe", nothing()));
    assert_eq!(scene.faults(), []);
    assert_eq!(answer, Answer::Accept);
}
