--!strict
-- What the heads-up display says: status, turn, buttons, result.

local panel = {}
Course.panel = panel

local seating, clocks = Course.seating, Course.clocks

-- What it asks of the game; `match.lua` lists the rest.
type Game = {
  status: ((state: string, seat: number) -> any)?,
  buttons: ((seated: boolean) -> { any })?,
  chosen: (() -> string)?,
  choices: ((can: boolean, seated: boolean) -> { any })?,
  advise: ((seat: number) -> any)?,
  read: ((seat: number, text: string) -> ...any)?,
}

-- For whom the computer is shown to think; false: nothing has been shown.
local thinking: (number | false)? = false
-- key -> seat -> what is said of a seat, whose name is the same as long as `among` play.
local said: { [string]: { [number]: any } } = {}
local among: number? = nil

-- Shows that the computer thinks for a seat, or for none (nil).
function panel.think(seat: number?)
  if seat ~= thinking then
    thinking = seat
    Hud:setThinking(seat and seat - 1)
  end
end

local function say(key: string, seat: number)
  if among ~= seating.players() then
    said, among = {}, seating.players()
  end
  local texts = said[key]
  if texts == nil then
    texts = {}
    said[key] = texts
  end
  local text = texts[seat]
  if text == nil then
    text = T(key, { side = seating.name(seat) })
    texts[seat] = text
  end
  return text
end

-- Shows that a new game began.
function panel.begin()
  Hud:clearResult()
  Hud:clearMoves()
end

-- Shows whose turn it is. `state` is "ask" (a person is to move), "think" (the computer is), "stand_in"
-- (the computer is, for a person), "wait" (the seat is open) or "pause" (nobody watches).
function panel.turn(seat: number, state: string)
  local game: Game = Course.game
  local special = game.status
  local thinks = state == "think" or state == "stand_in"
  Hud:setTurn(seat - 1)
  panel.think(thinks and seat or nil)
  local status = special and special(state, seat) or "course_status_" .. state
  Hud:setStatus(if type(status) == "string" then say(status, seat) else status)
end

-- Shows that several are to choose at the same time.
function panel.together()
  Hud:setTurn(nil)
  panel.think(nil)
  Hud:setStatus(T("course_status_together"))
end

-- Shows the end: `winner` is a seat, or nil for a draw.
function panel.finish(winner: number?, text: any)
  Hud:setTurn(nil)
  panel.think(nil)
  Hud:setStatus(text)
  Hud:setResult(winner and winner - 1, text)
  Hud:toast(text, "win")
end

-- What buttons may depend on, besides how they are chosen.
local MEANS = { "new", "hint", "draw", "resign", "choose", "record" }

local shown_buttons: string? = nil -- what panel.buttons was last told, as one word

-- Shows the buttons. `can` says which may be pressed, and `playing` is whether a game is under way that
-- pressing "new" would end. They change a few times in a game and are looked at after every move.
function panel.buttons(can: { [string]: boolean }, playing: boolean)
  local game: Game = Course.game
  local seated, players = seating.anyone_seated(), seating.players()
  local flags = (seated and 1 or 0) + (playing and 2 or 0)
  for place, name in ipairs(MEANS) do
    flags += can[name] and 2 ^ (place + 1) or 0
  end
  local wanted = `{clocks.chosen()} {players} {flags}`
  local own = game.buttons and game.buttons(seated) or {}
  for _, button in ipairs(own) do
    wanted ..= ` {button.id}={button.enabled}`
  end
  if game.chosen then
    wanted ..= ` {game.chosen()}`
  end
  if wanted == shown_buttons then
    return
  end
  shown_buttons = wanted
  local buttons: { any } = {
    {
      id = "new",
      label = T("course_new"),
      enabled = can.new,
      seated = seated,
      confirm = playing and T("course_confirm_new") or nil,
    },
  }
  if Course.rematch and Course.rematch.is_possible() then
    buttons[#buttons + 1] =
      { id = "rematch", label = T("course_rematch"), enabled = true, seated = true }
  end
  for _, button in ipairs(game.choices and game.choices(can.choose, seated) or {}) do
    buttons[#buttons + 1] = button
  end
  if players == 2 then
    buttons[#buttons + 1] = {
      id = "time",
      label = T("course_time"),
      enabled = can.choose,
      seated = seated,
      options = clocks.options(),
    }
  end
  if game.advise then
    buttons[#buttons + 1] =
      { id = "hint", label = T("course_hint"), enabled = can.hint, seated = true }
  end
  table.move(own, 1, #own, #buttons + 1, buttons)
  if players == 2 then
    buttons[#buttons + 1] =
      { id = "draw", label = T("course_draw"), enabled = can.draw, seated = true }
    buttons[#buttons + 1] = {
      id = "resign",
      label = T("course_resign"),
      enabled = can.resign,
      seated = true,
      confirm = T("course_confirm_resign"),
    }
  end
  if game.read then
    -- Pages offer it among what they do with written games, not among the buttons.
    buttons[#buttons + 1] =
      { id = "record", label = T("course_record"), enabled = can.record, seated = seated }
  end
  Hud:setButtons(buttons)
end

-- Tells one person something.
function panel.tell(uin: number, key: string, args: { [string]: any }?)
  Hud:toast(T(key, args), "info", uin)
end

-- Tells one person that something may not be done.
function panel.refuse(uin: number, key: string, args: { [string]: any }?)
  Hud:toast(T(key, args), "error", uin)
end

-- Tells everybody something.
function panel.announce(key: string, args: { [string]: any }?, kind: string?)
  Hud:toast(T(key, args), kind or "info")
end

Checkpoint:offer(function()
  return { shown_buttons = shown_buttons }
end, function(state)
  shown_buttons = state.shown_buttons
end)
