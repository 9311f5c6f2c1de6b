--!strict
-- A game from a written position, such as a FEN, which the page offers among what it does with written
-- games. The game has
--
--   set_position(text)   sets it up; false and a reason if it is none. Missing: there is no button

local game, match, panel, offers = Course.game, Course.match, Course.panel, Course.offers

local set_position: ((text: string?) -> (boolean, any))? = game.set_position
if set_position == nil then
  return
end

local usual: ((seated: boolean) -> { any })? = game.buttons

function game.buttons(seated: boolean)
  local buttons = usual and usual(seated) or {}
  buttons[#buttons + 1] = {
    id = "position",
    label = T("course_position"),
    enabled = match.may_read(),
    seated = seated,
  }
  return buttons
end

function offers.seated.position(_, uin: number, text: string)
  if not match.may_read() then
    panel.refuse(uin, "course_position_alone")
    return
  end
  local done, why = set_position(text)
  if done then
    match.begin()
  else
    Hud:toast(why or T("course_position_none"), "error", uin)
  end
end
