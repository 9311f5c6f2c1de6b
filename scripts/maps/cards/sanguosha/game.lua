--!strict
-- Sanguosha as `lib/course/match.lua` wants to know it. A move is the answer that the engine is given.

local round, tabletop, plates, asking = Round, Tabletop, Plates, Asking
local seating, panel = Course.seating, Course.panel

local PLAYERS_MIN, PLAYERS_MAX = 2, 10
-- Seconds before a computer acts in its turn, and before it answers somebody; and when a person has asked
-- for a quick game.
local PACE = { act = 0.9, answer = 0.3 }
local PACE_QUICK = { act = 0.2, answer = 0.05 }

-- At which level somebody only does what is asked of it, as for people who are away.
local TRUST = 1
local LEVELS = 4

type Move = { text: string }

local game = {
  level = 2,
  players = 5,
  stand_in_level = TRUST,
  draw_value_max = 0,
}
Course.game = game

local players = game.players -- how many play the next game
local quick = false -- whether computers wait only a little
local level = game.level -- of all computers at the table
local explains = false -- whether computers say why they do something
local stopped: { winner: number?, text: any }? = nil -- of a game that ended by other than its rules

local function refresh()
  tabletop.show()
  plates.tell_roles()
end

-- Goes on with a game that has begun; `news` is that of its beginning.
function game.resume(news: { any })
  stopped = nil
  tabletop.clear()
  tabletop.tell(news)
  refresh()
end

function game.start()
  seating.set_players(players)
  local names, robots = {}, {}
  for seat = 1, players do
    names[seat] = seating.name(seat).zh
    robots[seat] = seating.holder(seat) == "computer"
  end
  game.resume(round.begin(names, robots))
end

function game.is_over()
  return stopped ~= nil or round.is_over()
end

function game.turn()
  return { round.asked() }
end

game.ask = asking.ask

function game.decide(seat: number, how: any): ({ move: Move }?, string?)
  if how.level == TRUST then
    return { move = { text = round.suggest("trust") } }
  end
  local thought, why = round.think(how.level, how.seconds)
  if thought == nil then
    if why == "cancelled" then
      return nil, why
    end
    return { move = { text = round.suggest("plain") } }
  end
  if explains and not seating.anyone_seated() then
    Reasons.tell(seat, thought)
  end
  return { move = { text = thought.answer } }
end

function game.stop_thinking()
  Sanguosha:stop()
end

function game.mark() end

function game.line(_: number, move: Move)
  return { zh = move.text, en = move.text }
end

function game.pace(seat: number)
  local pace = if quick then PACE_QUICK else PACE
  local acts = round.kind() == "activate" and round.turn() == seat
  return if acts then pace.act else pace.answer
end

function game.discreet()
  return asking.is_discreet()
end

function game.status(state: string, seat: number): any
  if state ~= "ask" and state ~= "think" then
    return nil
  elseif round.turns() == 0 then
    return T("status_choosing", { side = seating.name(seat) })
  end
  local view = round.view()
  local turn = round.turn()
  local whose, asked = view.players[turn], view.players[seat]
  local turn_of = { side = plates.name(whose, turn), phase = plates.phase(whose) }
  if turn == seat or whose.phase == "not_active" then
    return T("status_turn", turn_of)
  end
  turn_of.other = plates.name(asked, seat)
  return T("status_answer", turn_of)
end

-- While generals are chosen, nothing is lost yet.
function game.may_choose()
  return round.turns() == 0
end

function game.play(seat: number, move: Move)
  local news = round.answer(seat, move.text) or round.answer(seat, "!")
  if news == nil then
    return false
  end
  tabletop.tell(news)
  refresh()
  return true
end

-- Names of seats with what they played and were, as one text.
local function roll(seats: { number }, view: any)
  local zh, en = {}, {}
  for _, seat in ipairs(seats) do
    local player = view.players[seat]
    local name, role = plates.name(player, seat), T(`role_{player.role}`)
    zh[#zh + 1], en[#en + 1] = `{name.zh}（{role.zh}）`, `{name.en} ({role.en})`
  end
  return { zh = table.concat(zh, "、"), en = table.concat(en, ", ") }
end

function game.result(): (number?, any)
  if stopped then
    return stopped.winner, stopped.text
  end
  local winners = round.winners()
  if #winners == 0 then
    return nil, T("over_nobody")
  end
  return winners[1], T("over_won", { winners = roll(winners, round.view()) })
end

function game.agree_draw()
  stopped = { text = T("ended_draw") }
end

function game.resign(seat: number)
  stopped = { winner = 3 - seat, text = T("ended_resigned", { side = seating.name(seat) }) }
end

function game.time_up(seat: number)
  stopped = { winner = 3 - seat, text = T("ended_time", { side = seating.name(seat) }) }
end

function game.seats_changed()
  tabletop.cards:refresh()
  plates.tell_roles()
end

function game.choose(name: string, value: string?)
  local number = tonumber(value)
  if number == nil or number % 1 ~= 0 then
    return false
  elseif name == "players" and number >= PLAYERS_MIN and number <= PLAYERS_MAX then
    players = number
  elseif name == "level" and number >= 1 and number <= LEVELS then
    level = number
    seating.set_level(level)
  else
    return false
  end
  return true
end

function game.chosen()
  return `{players} {level} {quick}`
end

function game.choices(can: boolean, seated: boolean)
  local offered = {}
  for count = PLAYERS_MIN, PLAYERS_MAX do
    offered[#offered + 1] = {
      value = tostring(count),
      label = T("players_count", { count = tostring(count) }),
      chosen = count == players,
    }
  end
  local levels = {}
  for number = 1, LEVELS do
    levels[number] = {
      value = tostring(number),
      label = T(`level_{number}`),
      chosen = number == level,
    }
  end
  return {
    {
      id = "option_players",
      label = T("players_label"),
      enabled = can,
      seated = seated,
      options = offered,
    },
    {
      id = "option_level",
      label = T("level_label"),
      enabled = can,
      seated = seated,
      options = levels,
    },
  }
end

function game.buttons(seated: boolean)
  local label = T(if quick then "button_calm" else "button_quick")
  local buttons = { { id = "pace", label = label, enabled = true, seated = seated } }
  if not seating.anyone_seated() then
    local why = T(if explains then "button_silent" else "button_explain")
    buttons[2] = { id = "explain", label = why, enabled = true, seated = seated }
  end
  return buttons
end

-- Reasons tell of hands, so only those who watch computers among themselves hear them.
local function explain(uin: number)
  if seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
  else
    explains = not explains
    Course.match.show_buttons()
  end
  return true
end

function game.press(id: string, seat: number?, uin: number)
  if id == "explain" then
    return explain(uin)
  elseif id ~= "pace" then
    return false
  elseif seat == nil and seating.anyone_seated() then
    panel.refuse(uin, "course_only_seated")
    return true
  end
  quick = not quick
  panel.announce(if quick then "pace_quick" else "pace_calm")
  Course.match.show_buttons()
  return true
end

Checkpoint:offer(function()
  return {
    players = players,
    quick = quick,
    level = level,
    explains = explains,
    stopped = stopped,
  }
end, function(stored)
  players, quick, stopped = stored.players, stored.quick, stored.stopped
  level, explains = stored.level or game.level, stored.explains or false
end)
