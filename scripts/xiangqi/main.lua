-- Xiangqi: sets the table when the room opens and hands events on.

local DEFAULT_LEVEL = 3

ScriptSupportEvent:registerEvent("Game.Start", function()
  Sides.open(DEFAULT_LEVEL, Match.seats_changed)
  Match.start()
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  Offers.press(e.id, e.eventobjid)
end)

Checkpoint:offer(Sides.save, function(state)
  Sides.load(state, Match.seats_changed)
  if not Match.is_over() then
    Match.go_on() -- whoever is to move is asked anew
  end
end)
