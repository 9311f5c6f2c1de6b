--!strict
-- Cards as lessons write them: by what the game's list of moves calls them, with `-` for a space, by their rank
-- alone, or by the key that a deck gives them. So "K♠" is the king of spades, "K" any king, "big-joker" the big
-- joker and "slash" any Slash.

Spelling = {}

local SUITS = { "♠", "♥", "♣", "♦" }

-- Whether a word may stand for a card of a deck.
local function names(card: any, word: string)
  local name = string.gsub(card.name.en, " ", "-")
  if name == word or card.key == word then
    return true
  end
  for _, suit in ipairs(SUITS) do
    if name == word .. suit then
      return true
    end
  end
  return false
end

-- The cards among `held` that a text names, and the words that name none. Of equal ranks the one that lies
-- furthest to the right is taken. With `strict` words must name cards: an error if one does not.
function Spelling.cards(deck: any, held: { number }, text: string, strict: boolean?)
  local cards, words = {}, {}
  for word in string.gmatch(text, "%S+") do
    local found = nil
    for index = #held, 1, -1 do
      if
        found == nil
        and names(deck.cards[held[index]], word)
        and not table.find(cards, held[index])
      then
        found = held[index]
      end
    end
    if found then
      cards[#cards + 1] = found
    elseif strict then
      error(`"{word}" is none of the cards that are left`, 0)
    else
      words[#words + 1] = word
    end
  end
  return cards, words
end

-- What cards are called, with spaces between them.
function Spelling.names(deck: any, cards: { number })
  local names_ = {}
  for index, card in ipairs(cards) do
    names_[index] = string.gsub(deck.cards[card].name.en, " ", "-")
  end
  return table.concat(names_, " ")
end

-- Takes the cards that each of some texts names out of all of a deck: the lists of cards, and the cards left.
function Spelling.deal(deck: any, texts: { string })
  local left, lists = {}, {}
  for card = 1, #deck.cards do
    left[card] = card
  end
  for index, text in ipairs(texts) do
    lists[index] = Spelling.cards(deck, left, text, true)
    for _, card in ipairs(lists[index]) do
      table.remove(left, table.find(left, card))
    end
  end
  return lists, left
end

-- Lights up cells.
function Spelling.light(places: { any })
  local marks = {}
  for index, place in ipairs(places) do
    marks[index] = { x = place.x, y = place.y, z = place.z, kind = "hint" }
  end
  Marks:set(marks)
end
