-- Plays the map's board: sets the table when the room opens and hands events on.

local match, words = Course.match, Course.words

ScriptSupportEvent:registerEvent("Game.Start", function()
  Course.seating.open(match.seats_changed)
  match.start()
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  Course.offers.press(e.id, e.eventobjid, e.value)
end)

ScriptSupportEvent:registerEvent("Clock.Flag", function(e)
  local seat = e.seat + 1
  if not match.is_over() then
    match.stop(3 - seat, T("board_time_up", { side = words.seat(seat) }))
  end
end)

ScriptSupportEvent:registerEvent("Room.Absent", function(e)
  Course.panel.announce("board_stand_in_begins", { side = words.seat(e.seat + 1) })
end)

ScriptSupportEvent:registerEvent("Room.Returned", function(e)
  match.returned(e.seat + 1)
end)

-- The last of the offers: all else has been loaded.
Checkpoint:offer(function()
  return {}
end, function()
  if not match.is_over() then
    match.go_on() -- whoever is to move is asked anew
  end
end)
