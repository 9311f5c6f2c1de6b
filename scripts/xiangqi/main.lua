-- Xiangqi: sets the table when the room opens and hands events on.

local DEFAULT_LEVEL = 3

ScriptSupportEvent:registerEvent("Game.Start", function()
  Sides.open(DEFAULT_LEVEL, Match.seats_changed)
  Match.start()
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  Offers.press(e.id, e.eventobjid, e.value)
end)

ScriptSupportEvent:registerEvent("Clock.Flag", function(e)
  Match.flag(e.seat)
end)

ScriptSupportEvent:registerEvent("Room.Absent", function(e)
  Panel.announce("stand_in_begins", { side = Sides.name(e.seat) })
end)

ScriptSupportEvent:registerEvent("Room.Returned", function(e)
  Match.returned(e.seat)
end)

Checkpoint:offer(Sides.save, function(state)
  Sides.load(state, Match.seats_changed)
  if not Match.is_over() then
    Match.go_on() -- whoever is to move is asked anew
  end
end)
