-- What the heads-up display says: status, turn, buttons, result.

local panel = {}
Course.panel = panel

local seating, clocks = Course.seating, Course.clocks

-- Shows that a new game began.
function panel.begin()
  Hud:clearResult()
  Hud:clearMoves()
end

-- Shows whose turn it is. `state` is "ask" (a person is to move), "think" (the computer is), "stand_in"
-- (the computer is, for a person), "wait" (the seat is open) or "pause" (nobody watches).
function panel.turn(seat, state)
  local special = Course.game.status
  local thinks = state == "think" or state == "stand_in"
  Hud:setTurn(seat - 1)
  Hud:setThinking(thinks and seat - 1 or nil)
  local said = special and special(state, seat) or "course_status_" .. state
  Hud:setStatus(if type(said) == "string" then T(said, { side = seating.name(seat) }) else said)
end

-- Shows that several are to choose at the same time.
function panel.together()
  Hud:setTurn(nil)
  Hud:setThinking(nil)
  Hud:setStatus(T("course_status_together"))
end

-- Shows the end: `winner` is a seat, or nil for a draw.
function panel.finish(winner, text)
  Hud:setTurn(nil)
  Hud:setThinking(nil)
  Hud:setStatus(text)
  Hud:setResult(winner and winner - 1, text)
  Hud:toast(text, "win")
end

-- What buttons may depend on, besides how they are chosen.
local MEANS = { "new", "hint", "draw", "resign", "choose" }

local shown_buttons -- what panel.buttons was last told, as one word

-- Shows the buttons. `can` says which may be pressed, and `playing` is whether a game is under way that
-- pressing "new" would end. They change a few times in a game and are looked at after every move.
function panel.buttons(can, playing)
  local game = Course.game
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
  local buttons = {
    {
      id = "new",
      label = T("course_new"),
      enabled = can.new,
      seated = seated,
      confirm = playing and T("course_confirm_new") or nil,
    },
  }
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
  Hud:setButtons(buttons)
end

-- Tells one person something.
function panel.tell(uin, key, args)
  Hud:toast(T(key, args), "info", uin)
end

-- Tells one person that something may not be done.
function panel.refuse(uin, key, args)
  Hud:toast(T(key, args), "error", uin)
end

-- Tells everybody something.
function panel.announce(key, args, kind)
  Hud:toast(T(key, args), kind or "info")
end

Checkpoint:offer(function()
  return { shown_buttons = shown_buttons }
end, function(state)
  shown_buttons = state.shown_buttons
end)
