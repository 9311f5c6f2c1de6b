--!strict
-- Another game of the same two with sides changed. A person on the other side is asked first.

local match, seating, panel, offers = Course.match, Course.seating, Course.panel, Course.offers

local rematch = {}
Course.rematch = rematch

local wish: number? = nil -- the seat whose wish the other is asked about

-- Whether it may be asked for: two have played to the end.
function rematch.is_possible()
  return seating.players() == 2 and match.is_over()
end

local function start()
  wish = nil
  seating.change_sides()
  offers.start_new()
end

-- The person at `seat` asks for it. Who is asked for it by the other agrees by asking for it as well.
function offers.seated.rematch(seat: number, uin: number)
  local other = 3 - seat
  if not rematch.is_possible() then
    panel.refuse(uin, "course_rematch_later")
  elseif not seating.is_person(other) or (wish == other and offers.is_asking(seat)) then
    start()
  elseif offers.is_asking(other) then
    panel.refuse(uin, "course_asked_already")
  else
    wish = seat
    panel.tell(uin, "course_rematch_offered")
    local round = match.round()
    local answer = offers.agrees(other, T("course_rematch_asked", { side = seating.name(seat) }))
    if round ~= match.round() then
      return
    end
    wish = nil
    if answer then
      start()
    elseif answer == false then
      panel.tell(uin, "course_rematch_declined")
    end
  end
end
