--!strict
-- Plays a game that `Course.game` knows: sets the table when the room opens and hands events on.

local game, match, seating = Course.game, Course.match, Course.seating

seating.set_up(game.level, match.seats_changed)

-- Seats may be left to the computer before anybody has been asked, also in a room that goes on from what it
-- stored. Questions name who answers; what names nobody is left to its default.
Seats:setStandIn(function()
  return nil
end)

ScriptSupportEvent:registerEvent("Game.Start", function()
  seating.open(game.players)
  match.start()
end)

ScriptSupportEvent:registerEvent("Room.Action", function(e)
  Course.offers.press(e.id, e.eventobjid, e.value)
end)

ScriptSupportEvent:registerEvent("Clock.Flag", function(e)
  if not match.is_over() then
    game.time_up(e.seat + 1)
    match.go_on()
  end
end)

ScriptSupportEvent:registerEvent("Room.Absent", function(e)
  local waits: (() -> boolean)? = game.waits
  if not (waits and waits()) then
    Course.panel.announce("course_stand_in_begins", { side = seating.name(e.seat + 1) })
  end
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
