--!strict
-- Dou Dizhu as `lib/course/match.lua` wants to know it. A move is what the engine is told, and which cards of the
-- hand go onto the table.

local deal, tabletop, asking = Deal, Tabletop, Asking
local panel, seating = Course.panel, Course.seating

type Move = { act: string, cards: { number }? }

local game = {
  level = 3,
  players = 3,
  stand_in_level = 4,
  draw_value_max = 0,
}
Course.game = game

local settled = false -- whether the points of this deal are counted
local stopped: any = nil -- the text of a deal that ended by other than its rules

-- Says that something of the deal was published. All of it is in a note, for those who ask: it is long.
local function publish(key: string)
  local numbers = { commitment = string.sub(deal.commitment(), 1, 12) }
  panel.announce(key, numbers)
  Chat:sendSystemMsg(T(key, numbers))
end

-- Goes on with what has been dealt.
function game.resume()
  settled, stopped = false, nil
  tabletop.begin()
end

function game.start()
  deal.begin()
  game.resume()
  publish("committed")
end

function game.is_over()
  return stopped ~= nil or deal.phase() == "over"
end

function game.turn()
  return { deal.turn() }
end

-- When nobody wants to be the landlord, cards are dealt again.
function game.chance()
  if deal.phase() ~= "passed" then
    return false
  end
  panel.announce("all_passed", nil, "alert")
  game.start()
  return true
end

game.ask = asking.ask

function game.decide(_: number, how: any): (any, string?)
  local thought, why = deal.think(how.level)
  if thought then
    return { move = { act = thought.act }, value = thought.value }
  elseif why == "cancelled" then
    return nil, why
  end
  -- Some answer is better than a game that stands still.
  warn(`Doudizhu:think: {why}`)
  return { move = { act = asking.simple() } }
end

function game.stop_thinking()
  Doudizhu:stop()
end

function game.mark() end

function game.line(_: number, move: Move): any
  local classes = string.match(move.act, "^play:(.*)$")
  if classes == nil then
    local phase = deal.phase()
    return asking.word(phase, tonumber(string.match(move.act, "%d$")))
  elseif classes == "" then
    return T("said_pass")
  end
  local play = Doudizhu:read(classes)
  local shown = Cards.shown(play and play.cards or classes)
  return { zh = `{play and play.text.zh or ""} {shown}`, en = shown }
end

-- Plays of as many cards are called by their name.
local CALLED_FROM = 5

-- Says what everybody should hear of a play.
local function call_out(seat: number, played: any)
  local left = deal.left(seat)
  if played.kind == "rocket" or played.kind == "bomb" then
    Hud:toast(T("big_" .. played.kind), "big")
  elseif string.find(played.kind, "^trio_chain") then
    Hud:toast(T("big_aircraft"), "big")
  elseif left == 1 or left == 2 then
    Hud:toast(T("big_left_" .. left, { side = seating.name(seat) }), "big")
  elseif #played.cards >= CALLED_FROM then
    Hud:toast(played.text, "big")
  end
end

-- Carries a move out, on the table too: what was played, if cards were; or false if it is not allowed.
function game.carry_out(seat: number, move: Move): any
  local line, phase = game.line(seat, move), deal.phase()
  local done, played = deal.act(seat, move.act)
  if not done then
    return false
  elseif phase == "play" then
    tabletop.play(seat, move.cards or deal.pick(tabletop.cards:hand(seat), played.cards))
  elseif phase ~= "double" and deal.landlord() then
    tabletop.crown()
  else
    tabletop.say(seat, line)
  end
  return played
end

function game.play(seat: number, move: Move)
  local line, landlord = game.line(seat, move), deal.landlord()
  local played = game.carry_out(seat, move)
  if played == false then
    return false
  end
  Hud:addMove(seat - 1, line)
  local crowned = deal.landlord()
  if crowned ~= landlord then
    panel.announce("landlord_is", { side = seating.name(crowned) }, "alert")
  elseif played and played.cards ~= "" then
    call_out(seat, played)
  end
  return true
end

local function signed(points: number)
  return if points > 0 then `+{points}` else tostring(points)
end

function game.result(): (number?, any)
  if stopped then
    return nil, stopped
  end
  local result, landlord = deal.result(), deal.landlord()
  if not settled then
    settled = true
    tabletop.finish(result.points)
    if result.spring then
      Hud:toast(T(result.landlordWon and "big_spring" or "big_counter_spring"), "big")
    end
    publish("revealed")
  end
  local winner = landlord
  for seat = 1, 3 do
    if deal.left(seat) == 0 then
      winner = seat
    end
  end
  local key = if result.landlordWon then "over_landlord" else "over_farmers"
  local numbers = { multiplier = tostring(result.multiplier) }
  for seat, points in ipairs(result.points) do
    numbers["side_" .. seat], numbers["points_" .. seat] = seating.name(seat), signed(points)
  end
  return winner, T(key, numbers)
end

function game.agree_draw()
  stopped = T("ended_draw")
end

function game.resign(seat: number)
  stopped = T("ended_resigned", { side = seating.name(seat) })
end

function game.time_up(seat: number)
  stopped = T("ended_time", { side = seating.name(seat) })
end

function game.seats_changed()
  tabletop.cards:refresh()
  tabletop.explain()
end

local OPTIONS = {
  { name = "auction", values = { "bids", "claims" } },
  { name = "doubling", values = { "off", "on" } },
}

local function value_of(name: string): string
  local value = deal.option(name)
  return if type(value) == "boolean" then (value and "on" or "off") else value
end

function game.choose(name: string, value: string)
  for _, option in ipairs(OPTIONS) do
    if option.name == name and table.find(option.values, value) then
      deal.set_option(name, if option.name == "doubling" then value == "on" else value)
      tabletop.forget()
      return true
    end
  end
  return false
end

function game.chosen()
  return `{value_of("auction")} {value_of("doubling")}`
end

function game.choices(can: boolean, seated: boolean)
  local buttons = {}
  for index, option in ipairs(OPTIONS) do
    local offered = {}
    for place, value in ipairs(option.values) do
      offered[place] = {
        value = value,
        label = T(`{option.name}_{value}`),
        chosen = value == value_of(option.name),
      }
    end
    buttons[index] = {
      id = "option_" .. option.name,
      label = T("label_" .. option.name),
      enabled = can,
      seated = seated,
      options = offered,
    }
  end
  return buttons
end

function game.buttons()
  return {
    { id = "counter", label = T("button_counter"), enabled = true, seated = true },
    { id = "proof", label = T("button_proof"), enabled = true },
  }
end

function game.press(id: string, seat: number?, uin: number)
  if id ~= "counter" and id ~= "proof" then
    return false
  end
  if seat or id == "proof" then
    tabletop.toggle(uin, id)
  end
  return true
end

Checkpoint:offer(function()
  return { settled = settled, stopped = stopped }
end, function(stored)
  settled, stopped = stored.settled, stored.stopped
end)
