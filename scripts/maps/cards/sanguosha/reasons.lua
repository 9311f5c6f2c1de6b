--!strict
-- Why computers answer what they answer, in words: from what they chose, and what they took each for.

local round, plates = Round, Plates
local seating = Course.seating

local reasons = {}
Reasons = reasons

local SHOWN = 3

-- Cards of the engine, `12+40`, as their names.
local function cards_words(ids: string)
  local zh, en = {}, {}
  for id in string.gmatch(ids, "%d+") do
    local card = round.deck.cards[tonumber(id) :: number + 1]
    local name = card and plates.word(card.key)
    if name then
      zh[#zh + 1], en[#en + 1] = name.zh, name.en
    end
  end
  return { zh = table.concat(zh, "、"), en = table.concat(en, ", ") }
end

local function players_words(names: string)
  local zh, en = {}, {}
  local view = round.view()
  for seat in string.gmatch(names, "sgs(%d+)") do
    local index = tonumber(seat) :: number
    local name = plates.name(view.players[index], index)
    zh[#zh + 1], en[#en + 1] = name.zh, name.en
  end
  return { zh = table.concat(zh, "、"), en = table.concat(en, ", ") }
end

-- An answer's text as people would say it.
local function words(answer: string): any
  if answer == "." then
    return T("said_nothing")
  elseif answer == "yes" then
    return T("said_yes")
  elseif string.match(answer, "^sgs%d+$") then
    return players_words(answer)
  end
  local what, targets = string.match(answer, "^(.-)%->(.*)$")
  what = what or answer
  local skill, ids = string.match(what, "^skill=([^:]*):(.*)$")
  local name = if skill then plates.word(skill) else nil
  local held = cards_words(ids or what)
  if name and held.zh ~= "" then
    name = { zh = `{name.zh}（{held.zh}）`, en = `{name.en} ({held.en})` }
  elseif name == nil then
    name = if held.zh == "" then { zh = what, en = what } else held
  end
  local to = players_words(targets or "")
  if to.zh == "" then
    return name
  end
  return { zh = `{name.zh} → {to.zh}`, en = `{name.en} → {to.en}` }
end

-- Says in the log why a computer at a seat has answered so.
function reasons.tell(seat: number, thought: any)
  if #thought.candidates < 2 then
    return
  end
  local zh, en = {}, {}
  for index = 1, math.min(SHOWN, #thought.candidates) do
    local candidate = thought.candidates[index]
    local said = words(candidate.answer)
    zh[index], en[index] = `{said.zh} {candidate.worth}`, `{said.en} {candidate.worth}`
  end
  local list = { zh = table.concat(zh, "；"), en = table.concat(en, "; ") }
  Chat:sendSystemMsg(T("reasons", { side = seating.name(seat), list = list }))
end
