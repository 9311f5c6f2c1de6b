-- What the heads-up display says: status, turn, buttons, result.

local panel = {}
Course.panel = panel

local facts, words, seating = Course.facts, Course.words, Course.seating

-- Shows that a new game began.
function panel.begin()
  Hud:clearResult()
  Hud:clearMoves()
end

-- Shows whose turn it is. `state` is "ask" (a person is to move), "think" (the computer is), "stand_in"
-- (the computer is, for a person), "wait" (the seat is open) or "pause" (nobody watches).
function panel.turn(seat, state)
  local thinks = state == "think" or state == "stand_in"
  Hud:setTurn(seat - 1)
  Hud:setThinking(thinks and seat - 1 or nil)
  Hud:setStatus(T("board_status_" .. state, { side = words.seat(seat) }))
end

-- Shows that several are to choose at the same time.
function panel.together()
  Hud:setTurn(nil)
  Hud:setThinking(nil)
  Hud:setStatus(T("board_status_together"))
end

-- Shows the end: `winner` is a seat, or nil for a draw.
function panel.finish(winner, text)
  Hud:setTurn(nil)
  Hud:setThinking(nil)
  Hud:setStatus(text)
  Hud:setResult(winner and winner - 1, text)
  Hud:toast(text, "win")
end

local shown_buttons -- what panel.buttons was last told, as one word

local function value_label(name, value)
  if name == "players" then
    return T("board_players", { count = tostring(value) })
  end
  return T(`option_{name}_{value}`)
end

-- A button that offers the values of an option.
local function choice(name, label, values, chosen, can, seated)
  local options = {}
  for index, value in ipairs(values) do
    local word = tostring(value)
    options[index] = { value = word, label = value_label(name, value), chosen = value == chosen }
  end
  return { id = "option_" .. name, label = label, enabled = can, seated = seated, options = options }
end

-- Shows the buttons. `can` says which may be pressed, `chosen` holds the options, and `playing` is whether
-- a game is under way that pressing "new" would end. They change a few times in a game and are looked at
-- after every move.
function panel.buttons(can, chosen, playing)
  local seated = seating.anyone_seated()
  local marks =
    { Course.clocks.chosen(), tostring(seated), tostring(playing), tostring(chosen.players) }
  for _, name in ipairs({ "new", "hint", "draw", "resign", "choose" }) do
    marks[#marks + 1] = tostring(can[name])
  end
  for _, option in ipairs(facts.options) do
    marks[#marks + 1] = chosen[option.name]
  end
  local wanted = table.concat(marks, " ")
  if wanted == shown_buttons then
    return
  end
  shown_buttons = wanted
  local buttons = {
    {
      id = "new",
      label = T("board_new"),
      enabled = can.new,
      seated = seated,
      confirm = playing and T("board_confirm_new") or nil,
    },
  }
  if #facts.players > 1 then
    local label = T("board_players_label")
    buttons[#buttons + 1] =
      choice("players", label, facts.players, chosen.players, can.choose, seated)
  end
  for _, option in ipairs(facts.options) do
    local label = T("option_" .. option.name)
    buttons[#buttons + 1] =
      choice(option.name, label, option.values, chosen[option.name], can.choose, seated)
  end
  if chosen.players == 2 then
    buttons[#buttons + 1] = {
      id = "time",
      label = T("board_time"),
      enabled = can.choose,
      seated = seated,
      options = Course.clocks.options(),
    }
  end
  buttons[#buttons + 1] =
    { id = "hint", label = T("board_hint"), enabled = can.hint, seated = true }
  if chosen.players == 2 then
    buttons[#buttons + 1] =
      { id = "draw", label = T("board_draw"), enabled = can.draw, seated = true }
    buttons[#buttons + 1] = {
      id = "resign",
      label = T("board_resign"),
      enabled = can.resign,
      seated = true,
      confirm = T("board_confirm_resign"),
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
