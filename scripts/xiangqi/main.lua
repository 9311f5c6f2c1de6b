-- Xiangqi: sets the table when the room opens and hands events on.

local DEFAULT_LEVEL = 3

ScriptSupportEvent:registerEvent("Game.Start", function()
  Sides.open(DEFAULT_LEVEL, Match.seats_changed)
  Match.start()
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  Offers.press(e.id, e.eventobjid)
end)
