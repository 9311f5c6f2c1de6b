--!strict
-- Whole games through requests, as clients answer them.

-- A game of two people, who have taken both seats.
local function two_people(t: Test)
  local first, second = t:join("Jia"), t:join("Yi")
  t:action(first, "option_players", "2")
  t:sit(second, 1)
  return { first, second }
end

-- Lets time pass, in which computers think.
local function pass(t: Test, ticks: number)
  t:ticks(ticks)
  while t:jobs() > 0 do
    t:run_jobs()
  end
end

-- The seat that is asked, and its question; computers are waited for.
local function asked(t: Test, people: { number }): (number?, any)
  for _ = 1, 200 do
    for seat, player in ipairs(people) do
      local request = t:request(player)
      if request then
        return seat, request
      end
    end
    if t:hud().result then
      return nil
    end
    pass(t, 5)
  end
  error("nobody is asked anything")
end

local function is_picked(panel: any, choice: any, look: any)
  for _, cell in ipairs(panel.picked) do
    local at = choice.path[1]
    if at and at[1] == cell[1] and at[3] == cell[3] then
      return true
    end
  end
  return look.seat ~= nil and table.find(panel.seats, look.seat) ~= nil
end

-- What to click next, from 0: what confirms, else a player, else a card, else whatever is last.
local function next_click(request: any): number
  local panel = request.panel
  local player, card, main = nil, nil, nil
  for index, choice in ipairs(request.choices) do
    local look = panel and panel.looks[index] or { main = false }
    if look.main then
      main = index
    elseif panel and is_picked(panel, choice, look) then
      continue
    elseif look.seat then
      player = player or index
    elseif #choice.path > 0 and #panel.picked == 0 then
      card = card or index
    end
  end
  return (main or player or card or #request.choices) - 1
end

-- Has whoever is asked click once.
local function click_on(t: Test, people: { number })
  local seat, request = asked(t, people)
  if seat then
    local index = next_click(request)
    assert(t:choose(people[seat], request.id, index), `choice {index} may be made`)
  end
  return seat
end

-- Has everybody choose a general.
local function choose_generals(t: Test, people: { number })
  for _ = 1, #people do
    local seat, request = asked(t, people)
    assert(seat and request.panel.looks[1].about, "generals are explained")
    t:choose(people[seat], request.id, 0)
  end
end

-- The question of a person that has something to choose among cards of its hand.
local function asked_to_act(t: Test, people: { number }): (number, any)
  for _ = 1, 60 do
    local seat, request = asked(t, people)
    assert(seat, "the game goes on")
    if #request.choices > 1 and #request.choices[1].path > 0 then
      return seat, request
    end
    t:choose(people[seat], request.id, #request.choices - 1)
  end
  error("nobody may act")
end

test("generals are chosen one after the other, with what they can do", function(t)
  local people = two_people(t)
  local seat, request = asked(t, people)
  assert(seat and #request.choices >= 3, "there is a choice")
  local name = request.choices[1].label.zh
  assert(t:request(people[3 - seat]) == nil, "the other waits")
  t:choose(people[seat], request.id, 0)
  t:equal(t:hud().plates[seat].title.zh, name)
  assert(t:hud().plates[seat].life_max > 0 and #t:hud().plates[seat].lines > 1)
  assert(t:request(people[3 - seat]), "then the other")
end)

test("a game of two people is played to its end, and another begins", function(t)
  local people = two_people(t)
  local clicks = 0
  while t:hud().result == nil do
    click_on(t, people)
    clicks += 1
    assert(clicks < 4000, "it ends")
  end
  local hud = t:hud()
  assert(hud.result.winner, "somebody has won")
  assert(hud.badges[1].en ~= "" and hud.badges[2].en ~= "", "all roles are known")
  assert(#hud.moves > 20, "everything is listed")
  t:action(people[1], "new")
  t:ticks(2)
  assert(t:hud().result == nil and asked(t, people), "the next game")
  t:equal(t:hud().plates[1].life_max, 0, "nobody has a general yet")
end)

test("hands and roles are their owners' alone", function(t)
  local people = two_people(t)
  local watcher = t:join("Bing")
  choose_generals(t, people)
  asked_to_act(t, people)
  local secrets = { t:hud(people[1]).secret.en, t:hud(people[2]).secret.en }
  table.sort(secrets)
  t:equal(table.concat(secrets, " "), "Lord Rebel")
  assert(t:hud(watcher).secret == nil and t:request(watcher) == nil)
  local badges = t:hud(watcher).badges
  local shown = `{badges[1].en}{badges[2].en}`
  t:equal(shown, "Lord", "only the lord's role is open")
  for seat = 0, 1 do
    local x = 1
    while t:block(x, 1, seat * 4) ~= 0 do
      t:equal(t:block(x, 1, seat * 4), 4054, "a hand is a row of backs")
      x += 1
    end
    assert(x > 4, "everybody holds cards")
  end
end)

test("what is picked can be put back, and others can be picked instead", function(t)
  local people = two_people(t)
  choose_generals(t, people)
  local seat, request = asked_to_act(t, people)
  local cell = request.choices[1].path[1]
  t:click(people[seat], cell[1], cell[2], cell[3])
  request = t:request(people[seat])
  t:equal(#request.panel.picked, 1)
  t:equal(request.panel.picked[1][1], cell[1])
  t:click(people[seat], cell[1], cell[2], cell[3])
  request = t:request(people[seat])
  t:equal(#request.panel.picked, 0, "it is put back")
end)

test("a wrong click is refused and changes nothing", function(t)
  local people = two_people(t)
  choose_generals(t, people)
  local seat, request = asked_to_act(t, people)
  local hash = t:hash()
  local other = people[3 - seat]
  assert(not t:choose(other, request.id, 0), "another's question")
  assert(not t:choose(people[seat], request.id, 900), "no such choice")
  t:equal(t:hash(), hash, "nothing has changed")
end)

test("whoever lets the time run out has the computer play until it comes back", function(t)
  local people = two_people(t)
  choose_generals(t, people)
  local seat = asked_to_act(t, people)
  t:ticks(60 * 20 + 2)
  assert(t:seats()[seat].care.by == "stand_in", "the computer stands in")
  local moves = #t:hud().moves
  for _ = 1, 40 do
    local other = t:request(people[3 - seat])
    if other then
      t:choose(people[3 - seat], other.id, #other.choices - 1)
    end
    pass(t, 10)
  end
  assert(#t:hud().moves > moves, "the game goes on")
  t:stand_in(people[seat], false)
  assert(t:seats()[seat].care.by == "own", "the seat is taken back")
end)

test("computers fill the seats and play by themselves", function(t)
  local people = { t:join("Jia") }
  t:action(people[1], "option_players", "8")
  choose_generals(t, people)
  while t:hud().plates[1].tags[1] == nil and #t:hud().moves < 20 do
    pass(t, 5)
  end
  for seat, plate in ipairs(t:hud().plates) do
    assert(seat == 1 or t:seats()[seat].holder.by == "computer", "the others are computers")
    assert(plate.title.zh ~= "" and plate.glyph ~= "", "everybody is of a kingdom")
  end
  -- Until computers have had turns; whole games are played where rooms are not rebuilt all the time.
  local acted = {}
  for _ = 1, 120 do
    if t:hud().result or #acted >= 3 then
      break
    elseif t:request(people[1]) then
      click_on(t, people)
    else
      pass(t, 10)
    end
    for seat, plate in ipairs(t:hud().plates) do
      if plate.acts and not table.find(acted, seat) then
        acted[#acted + 1] = seat
      end
    end
  end
  assert(#acted >= 3 or t:hud().result, "turn follows turn")
  t:equal(#t:hud().plates, 8)
end)

test("computers wait less when asked to", function(t)
  local first = t:join("Jia")
  t:action(first, "option_players", "8")
  choose_generals(t, { first })
  t:expect(t:stand_in(first, true), "seats may be handed over")
  local function lines_in(ticks: number)
    local before = #t:hud().moves
    for _ = 1, ticks do
      pass(t, 1)
    end
    return #t:hud().moves - before
  end
  local calm = lines_in(120)
  t:action(first, "pace")
  local quick = lines_in(120)
  assert(calm > 0 and quick >= 2 * calm, `{calm} lines calmly, {quick} quickly`)
end)

test("computers play at the level that is chosen for the table", function(t)
  local first = t:join("Jia")
  t:action(first, "option_players", "3")
  for _, level in { 4, 1, 3 } do
    t:action(first, "option_level", tostring(level))
    for seat = 2, 3 do
      t:equal(t:seats()[seat].holder.level, level)
    end
  end
  t:action(first, "option_players", "4")
  t:equal(t:seats()[4].holder.level, 3, "who comes later plays as well")
  choose_generals(t, { first })
  local thought = 0
  for _ = 1, 200 do
    if thought >= 3 or t:hud().result then
      break
    elseif t:request(first) then
      click_on(t, { first })
    end
    t:ticks(2)
    thought += t:jobs()
    t:run_jobs()
  end
  assert(thought >= 3, "they think beside the room")
  t:equal(#t:errors(), 0)
end)

test("only who watches computers alone may ask for their reasons", function(t)
  local first = t:join("Jia")
  local function has_button()
    for _, button in ipairs(t:hud().buttons) do
      if button.id == "explain" then
        return true
      end
    end
    return false
  end
  assert(not has_button(), "a player would learn what the others hold")
  t:stand(first)
  t:computer(first, 0, 2)
  pass(t, 5)
  assert(has_button(), "who watches may")
  t:action(first, "explain")
  for _ = 1, 60 do
    pass(t, 5)
  end
  t:equal(#t:errors(), 0, "reasons can be told")
end)
