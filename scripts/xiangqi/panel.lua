-- What the heads-up display says: status, turn, buttons, result.

Panel = {}

-- Shows that a new game began.
function Panel.begin()
  Hud:clearResult()
  Hud:clearMoves()
end

-- Shows whose turn it is. `state` is "ask" (a person is to move), "think" (the computer is), "stand_in"
-- (the computer is, for a person), "wait" (the seat is open) or "pause" (nobody watches).
function Panel.turn(seat, state, in_check)
  local key = "status_" .. state
  local thinks = state == "think" or state == "stand_in"
  if in_check and (state == "ask" or thinks) then
    key = key .. "_check"
  end
  Hud:setTurn(seat)
  Hud:setThinking(thinks and seat or nil)
  Hud:setStatus(T(key, { side = Sides.name(seat) }))
end

-- Shows the end: `winner` is a seat, or nil for a draw, and `text` the reason.
function Panel.finish(winner, text)
  Hud:setTurn(nil)
  Hud:setThinking(nil)
  Hud:setStatus(text)
  Hud:setResult(winner, text)
  Hud:toast(text, "win")
end

local shown_buttons -- what Panel.buttons was last told, as one word

-- Shows the buttons. `can` says which may be pressed; `playing` whether a game is under way that
-- pressing "new" would end. They change a few times in a game and are looked at after every move.
function Panel.buttons(can, playing)
  local seated = Sides.anyone_seated()
  local wanted = table.concat({
    tostring(can.new),
    tostring(can.hint),
    tostring(can.draw),
    tostring(can.resign),
    tostring(can.time),
    Clocks.chosen(),
    tostring(seated),
    tostring(playing),
  }, " ")
  if wanted == shown_buttons then
    return
  end
  shown_buttons = wanted
  local confirm_new = playing and T("confirm_new") or nil
  Hud:setButtons({
    {
      id = "new",
      label = T("button_new"),
      enabled = can.new,
      seated = seated,
      confirm = confirm_new,
    },
    {
      id = "time",
      label = T("button_time"),
      enabled = can.time,
      seated = seated,
      options = Clocks.options(),
    },
    { id = "hint", label = T("button_hint"), enabled = can.hint, seated = true },
    { id = "draw", label = T("button_draw"), enabled = can.draw, seated = true },
    {
      id = "resign",
      label = T("button_resign"),
      enabled = can.resign,
      seated = true,
      confirm = T("confirm_resign"),
    },
  })
end

-- Tells one person something.
function Panel.tell(uin, key, args)
  Hud:toast(T(key, args), "info", uin)
end

-- Tells one person that something may not be done.
function Panel.refuse(uin, key, args)
  Hud:toast(T(key, args), "error", uin)
end

-- Tells everybody something.
function Panel.announce(key, args, kind)
  Hud:toast(T(key, args), kind or "info")
end

Checkpoint:offer(function()
  return { shown_buttons = shown_buttons }
end, function(state)
  shown_buttons = state.shown_buttons
end)
