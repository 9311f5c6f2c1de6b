--!strict
-- Puzzles through requests, with the solver as judge.

local function asked(t: Test, me: number)
  for _ = 1, 12 do
    local request = t:request(me)
    if request then
      return request
    end
    t:run_jobs()
    t:ticks(10)
  end
  error("nobody is asked")
end

-- The places of cards of these classes in what is offered.
local function places(request: any, classes: string)
  local found, used = {}, {}
  for class in string.gmatch(classes, ".") do
    for place = 1, #request.selection.classes do
      if not used[place] and string.sub(request.selection.classes, place, place) == class then
        used[place] = true
        found[#found + 1] = place
        break
      end
    end
  end
  return found
end

-- What the note calls the right play, as classes.
local function hinted(t: Test, me: number)
  t:action(me, "hint")
  t:run_jobs()
  local title = t:hud().insight.note.title.en
  local cards = assert(string.match(title, "^What wins: (.+)$"), title)
  if cards == "Pass" then
    return ""
  end
  cards = string.gsub(string.gsub(cards, "10", "T"), "%s", "")
  return (string.gsub(string.gsub(cards, "🃏", "B"), "🃟", "R"))
end

local function play(t: Test, me: number, classes: string)
  local request = asked(t, me)
  if classes == "" then
    return t:choose(me, request.id, 0)
  end
  return t:select(me, request.id, places(request, classes))
end

test("every puzzle is won by following what the solver hints at", function(t)
  local me = t:join("Yi")
  for number = 1, 12 do
    t:action(me, "option_puzzle", tostring(number))
    t:ticks(2)
    local plays = 0
    while t:hud().result == nil and string.find(t:hud().status.en, "^Done") == nil do
      asked(t, me)
      assert(play(t, me, hinted(t, me)), "the hint may be played")
      for _ = 1, 6 do
        t:run_jobs()
        t:ticks(25)
      end
      plays += 1
      assert(plays < 20 and t:hud().status.en ~= "This cannot be won any more", `puzzle {number}`)
    end
    t:equal(t:hud().status.en, `Done · {number} solved`)
  end
end)

test("a wrong play is named, and may be taken back", function(t)
  local me = t:join("Yi")
  local before = #asked(t, me).selection.cells
  assert(play(t, me, "6"), "not the way to win")
  for _ = 1, 4 do
    t:run_jobs()
    t:ticks(25)
  end
  t:equal(t:hud().status.en, "This cannot be won any more")
  local said = t:hud().insight.note.lines[1].en
  assert(string.find(said, "A farmer may play"), said)
  t:action(me, "back")
  t:equal(#asked(t, me).selection.cells, before, "all cards are back")
  assert(not t:select(me, t:request(me).id, { 1, 1 }), "a card twice")
end)

test("the solution is played out", function(t)
  local me = t:join("Yi")
  asked(t, me)
  t:action(me, "solution")
  for _ = 1, 40 do
    t:run_jobs()
    t:ticks(25)
  end
  assert(string.find(t:hud().status.en, "^Done"), t:hud().status.en)
end)

test("hands lie open for everybody", function(t)
  t:join("Yi")
  t:ticks(2)
  for seat = 0, 2 do
    local block = t:block(1, 1, seat * 2)
    assert(block >= 4000 and block < 4054, `a face: {block}`)
  end
end)

test("only the solver may press, and others are told so", function(t)
  local landlord, guest = t:join("Yi"), t:join("Ke")
  t:ticks(2)
  t:sit(guest, 2)
  t:action(guest, "next")
  t:equal(t:hud().insight.title.en, "Puzzle 1 of 12", "still the first")
  local toasts = t:toasts(guest)
  t:equal(toasts[#toasts].en, "You are watching; take the landlord's seat to solve")
  t:stand(guest)
  t:stand(landlord)
  t:action(guest, "next")
  t:equal(t:hud().insight.title.en, "Puzzle 2 of 12", "nobody solves: anybody may")
  t:sit(guest, 2)
  t:equal(t:seats()[1].holder.player, guest, "the landlord's seat is the one for people")
  t:equal(t:seats()[3].holder.level, 1, "the computer has the farmer's again")
  asked(t, guest)
end)
