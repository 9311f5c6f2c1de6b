--!strict
-- Asking a person: cards, skills, players and words, one click after the other until it is an answer.

local round, plates, tabletop = Round, Plates, Tabletop

type Move = { text: string }
-- What is done when a choice is clicked: an act, or an answer of the engine.
type Act = string | () -> ()
type Add = (choice: any, act: Act) -> ()

local asking = {}
Asking = asking

local SECONDS: { [string]: number } = { activate = 60, general = 60, guanxing = 45 }
local SECONDS_USUAL = 20
local SECONDS_MIN = 4
-- Questions that a single click answers.
local AT_ONCE: { [string]: boolean } =
  { ag = true, card_chosen = true, player_chosen = true, gongxin = true }
local DECLINE: { [string]: string } = {
  activate = "button_end",
  skill_invoke = "button_no",
  peach = "button_no",
  guanxing = "button_keep",
}

-- What has been chosen for the question that is put, and since when it is put.
type Picks = {
  serial: number?,
  since: number,
  skill: string?,
  cards: { number },
  players: { number },
}
local picks: Picks = { since = 0, cards = {}, players = {} }

local function begin(serial: number)
  picks = { serial = serial, since = os.time(), cards = {}, players = {} }
end

local function without(list: { number }, item: number)
  local at = table.find(list, item)
  if at == nil then
    return list
  end
  local rest = table.clone(list)
  table.remove(rest, at)
  return rest
end

local function with(list: { number }, item: number)
  local more = table.clone(list)
  more[#more + 1] = item
  return more
end

-- A general to choose: its name, and what it can do.
local function general_choice(option: any)
  local general = Sanguosha:general(option.value)
  if general == nil then
    return { label = option.text }
  end
  local zh = { `{general.kingdomName.zh} · {general.maxHp} 体力` }
  local en = { `{general.kingdomName.en} · {general.maxHp} hp` }
  for _, name in ipairs(general.skills) do
    local skill = plates.skill(name)
    zh[#zh + 1], en[#en + 1] = skill.zh, skill.en
  end
  local about = { zh = plates.cut(table.concat(zh, "\n")), en = plates.cut(table.concat(en, "\n")) }
  return { label = option.text, about = about, colour = plates.kingdom_colour(general.kingdom) }
end

-- Adds the choices for cards: to pick them, or to put them back.
local function add_cards(add: Add, next: any)
  local cells = tabletop.cells()
  local function pickable(card: number, act: Act)
    if cells[card] then
      add({ path = { cells[card] } }, act)
    end
  end
  for _, card in ipairs(picks.cards) do
    pickable(card, function()
      picks.cards, picks.players = without(picks.cards, card), {}
    end)
  end
  local single = next.count == 1 and picks.skill == nil
  local function offer(card: number)
    if not table.find(picks.cards, card) then
      pickable(card, function()
        picks.cards = if single then { card } else with(picks.cards, card)
        picks.players = {}
      end)
    end
  end
  for _, card in ipairs(next.cards) do
    offer(card)
  end
  -- Backs are offered as they lie: in the order of their cards they would tell of it.
  local backs = table.clone(next.backs)
  table.sort(backs, function(a, b)
    return (cells[a] and cells[a].x or 0) < (cells[b] and cells[b].x or 0)
  end)
  for _, card in ipairs(backs) do
    offer(card)
  end
end

local function add_players(add: Add, next: any)
  for _, seat in ipairs(picks.players) do
    add({ player = seat - 1 }, function()
      picks.players = without(picks.players, seat)
    end)
  end
  for _, seat in next.players :: { number } do
    if not table.find(picks.players, seat) then
      add({ player = seat - 1 }, function()
        picks.players = with(picks.players, seat)
      end)
    end
  end
end

local function add_skills(add: Add, next: any)
  for _, name in ipairs(next.skills) do
    local on = picks.skill == name
    local about = Sanguosha:text(`:{name}`)
    add({ label = plates.word(name), about = about, on = on }, function()
      picks.skill, picks.cards, picks.players = if on then nil else name, {}, {}
    end)
  end
end

-- What the buttons say that decline a question of a kind and confirm what is chosen.
function asking.declines(kind: string)
  return T(DECLINE[kind] or "button_cancel")
end

function asking.confirms(kind: string)
  return T(if kind == "skill_invoke" then "button_invoke" else "button_ok")
end

-- Whether a question of a kind is answered by a single click.
function asking.is_at_once(kind: string)
  return AT_ONCE[kind] == true
end

-- Everything that may be clicked now, and what each click does: an act, or an answer.
local function choices_of(kind: string, next: any)
  local choices: { any }, acts: { Act } = {}, {}
  local function add(choice: any, act: Act)
    choices[#choices + 1], acts[#acts + 1] = choice, act
  end
  add_cards(add, next)
  add_players(add, next)
  add_skills(add, next)
  for _, option in next.options :: { any } do
    add(if kind == "general" then general_choice(option) else { label = option.text }, option.value)
  end
  if next.ready then
    add({ label = asking.confirms(kind), main = true }, next.ready)
  end
  if next.decline then
    add({ label = asking.declines(kind) }, ".")
  end
  return choices, acts
end

-- How a step is shown: what has been picked in those before it.
local function picked()
  local cells, shown, players = tabletop.cells(), {}, {}
  for _, card in ipairs(picks.cards) do
    if cells[card] then
      shown[#shown + 1] = cells[card]
    end
  end
  for index, seat in ipairs(picks.players) do
    players[index] = seat - 1
  end
  return { cells = shown, players = players }
end

-- Puts one step of a question. Gives the act or answer that was clicked; or nil when it is no longer wanted.
local function put(
  seat: number,
  hint: any,
  next: any,
  stand_in: () -> Move?,
  unhurried: boolean
): Act?
  local kind = hint.kind
  local choices, acts = choices_of(kind, next)
  if #choices == 0 then
    return round.suggest("trust")
  end
  local elapsed = if unhurried then nil else os.time() - picks.since
  local decided: Move? = nil
  local answer, who = Request:ask({
    seat = seat - 1,
    hint = hint.prompt,
    choices = choices,
    picked = picked(),
    seconds = elapsed and math.max(SECONDS_MIN, (SECONDS[kind] or SECONDS_USUAL) - elapsed),
    elapsed = elapsed,
    default = #choices,
    countdown = not unhurried and not asking.is_discreet(),
    stand_in = function()
      decided = stand_in()
      return decided and #choices
    end,
  })
  if answer == nil then
    return nil
  elseif decided then
    return decided.text
  elseif who == nil then
    -- The time has run out.
    Seats:leaveToStandIn(seat - 1)
    return round.suggest("trust")
  end
  return acts[answer]
end

-- Whether nobody is to see who is asked: being asked alone would tell that it holds a card.
function asking.is_discreet()
  return round.kind() == "nullification"
end

-- Asks the person at a seat for whatever the game wants of it. Waits; a move { text }, or nil when it is no
-- longer wanted. In lessons, where `right` are the moves that are asked for, it has no deadline.
function asking.ask(seat: number, stand_in: () -> Move?, right: { Move }?): Move?
  local mine = Course.match.round()
  if picks.serial ~= round.serial() then
    begin(round.serial())
  end
  local hint = round.hint()
  while true do
    local next = round.candidates(picks)
    if AT_ONCE[hint.kind] and next.ready then
      return { text = next.ready }
    end
    local act = put(seat, hint, next, stand_in, right ~= nil)
    if act == nil or mine ~= Course.match.round() then
      return nil
    elseif type(act) == "string" then
      return { text = act }
    end
    act()
  end
end

Checkpoint:offer(function()
  return { picks = picks }
end, function(stored)
  picks = stored.picks
end)
