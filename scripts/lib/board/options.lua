--!strict
-- What players choose before a game: how many play, and what else the rules leave to them.

local options = {}
Course.options = options

local facts = Course.facts

local values: { [string]: any } = { players = facts.players[1] } -- what was chosen for the next game, by name
for _, option in ipairs(facts.options) do
  values[option.name] = option.values[1]
end

-- The values chosen, by name.
function options.values()
  return values
end

-- Chooses a value. Whether there is such a one.
function options.choose(name: string, value: string?)
  if name == "players" then
    local count = tonumber(value)
    if table.find(facts.players, count) == nil then
      return false
    end
    values.players = count
    return true
  end
  for _, option in ipairs(facts.options) do
    if option.name == name and table.find(option.values, value) then
      values[name] = value
      return true
    end
  end
  return false
end

-- The values chosen, as one word.
function options.word()
  local words = { tostring(values.players) }
  for _, option in ipairs(facts.options) do
    words[#words + 1] = values[option.name]
  end
  return table.concat(words, " ")
end

local function value_label(name: string, value: any)
  if name == "players" then
    return T("board_players", { count = tostring(value) })
  end
  return T(`option_{name}_{value}`)
end

-- Buttons that offer the values; `can` says whether they may be pressed, `seated` whether only by players.
function options.buttons(can: boolean, seated: boolean)
  local buttons = {}
  local function add(name: string, label: any, offered: { any })
    local choices = {}
    for index, value in ipairs(offered) do
      choices[index] = {
        value = tostring(value),
        label = value_label(name, value),
        chosen = value == values[name],
      }
    end
    buttons[#buttons + 1] =
      { id = "option_" .. name, label = label, enabled = can, seated = seated, options = choices }
  end
  if #facts.players > 1 then
    add("players", T("board_players_label"), facts.players)
  end
  for _, option in ipairs(facts.options) do
    add(option.name, T("option_" .. option.name), option.values)
  end
  return buttons
end

Checkpoint:offer(function()
  return { values = values }
end, function(state)
  values = state.values
end)
