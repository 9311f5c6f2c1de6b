-- The cards as people play them: each test has a room of its own.

local BACK = 3509 -- block of a hidden card

local function two_people(t: Test)
  local south, north = t:join("Nan"), t:join("Bei")
  t:sit(north, 1)
  return south, north
end

test("nobody sees the hands in the world", function(t)
  two_people(t)
  for column = 0, 3 do
    t:equal(t:block(column, 1, 0), BACK)
    t:equal(t:block(column, 1, 2), BACK)
  end
end)

test("a card is played by clicking it, and turned up on the table", function(t)
  local south = two_people(t)
  t:click(south, 1, 1, 0)
  t:equal(t:block(1, 1, 0), 0)
  t:expect(t:block(0, 1, 1) ~= 0 and t:block(0, 1, 1) ~= BACK)
  t:equal(t:hud().turn, 1)
end)

test("a hand is counted for its own player alone", function(t)
  local south, north = two_people(t)
  local watcher = t:join("Kan")
  local cells = t:eval("return Course.game.state().cells")
  for player, first in { [south] = 1, [north] = 9 } do
    local sum = cells[first] + cells[first + 1] + cells[first + 2] + cells[first + 3]
    t:equal(t:hud(player).secret.en, `{sum} in hand`)
  end
  t:equal(t:hud(watcher).secret, nil)
  t:stand(north)
  t:equal(t:hud(north).secret, nil, "who stands up is told nothing more")
end)

test("who leads is marked, and how many tricks a seat has won", function(t)
  local south, north = two_people(t)
  t:equal(t:hud().tags[1][1].en, "Leads")
  t:click(south, 0, 1, 0)
  t:equal(#t:hud().tags[1] + #t:hud().tags[2], 0, "the other follows")
  t:click(north, 0, 1, 2)
  local winner = t:hud().turn + 1
  t:equal(t:hud().tags[winner][1].en, "Leads")
  t:equal(t:hud().badges[winner].en, "1 trick")
  t:equal(t:hud().badges[3 - winner].en, "0 tricks")
end)

test("four tricks end the game", function(t)
  local players = { two_people(t) }
  for _ = 1, 8 do
    local player = players[t:hud().turn + 1]
    t:choose(player, t:request(player).id, 0)
  end
  t:expect(t:hud().result ~= nil, "there is a result")
end)
