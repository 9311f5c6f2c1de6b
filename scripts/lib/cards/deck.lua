--!strict
-- Decks: what cards there are. A card is a number, its place in the deck's list; cards that look alike are
-- different numbers.

Cards = Cards or {}

local SUITS = {
  { key = "s", zh = "黑桃", en = "♠" },
  { key = "h", zh = "红心", en = "♥" },
  { key = "c", zh = "梅花", en = "♣" },
  { key = "d", zh = "方块", en = "♦" },
}
local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }
local FIRST_BLOCK = 4000
local JOKERS = {
  { class = "B", block = 4052, zh = "小王", en = "small joker" },
  { class = "R", block = 4053, zh = "大王", en = "big joker" },
}

-- Makes a deck of a list of { block, zh, en, class, sort }: the block that shows the card, its names, one
-- character for what counts when cards are selected (such as the rank), and a number by which hands are
-- sorted, the largest to the left. Other fields are kept for the game. `back` is the block that hides it.
function Cards.deck(list: { any }, back: number?)
  local deck = { cards = {}, back = back or 4054 }
  local names = {} -- Cards of one name share it.
  for number, card in ipairs(list) do
    assert(type(card.block) == "number", `card {number} of the deck has no block`)
    assert(#(card.class or "x") == 1, `card {number}: class must be one character`)
    local zh, en = card.zh or "", card.en or ""
    local both = `{zh}\n{en}`
    names[both] = names[both] or { zh = zh, en = en }
    local own =
      { block = card.block, name = names[both], sort = card.sort or -number, class = card.class }
    for field, value in card do
      if field ~= "zh" and field ~= "en" then
        own[field] = value
      end
    end
    deck.cards[number] = own
  end
  return deck
end

-- The usual cards. `how.order` lists the ranks in use from the lowest to the highest, as classes (T is the
-- ten, B and R the jokers): "3456789TJQKA2BR" for Dou Dizhu, "23456789TJQKA" unless given. `how.decks` is
-- how many packs, one unless given. Each card has `rank` (its place in the order) and `suit` (1 to 4,
-- spades, hearts, clubs, diamonds; 0 for jokers). Hands are sorted by rank, or by suit if `how.by_suit`.
function Cards.standard(how: any)
  how = how or {}
  local order = how.order or "23456789TJQKA"
  local list = {}
  local function add(rank: number, suit: number, card: any)
    card.rank, card.suit = rank, suit
    card.sort = if how.by_suit then -suit * 100 + rank else rank * 10 - suit
    list[#list + 1] = card
  end
  for _ = 1, how.decks or 1 do
    for index, rank in ipairs(RANKS) do
      local class = if rank == "10" then "T" else rank
      local place = string.find(order, class, 1, true)
      if place then
        for suit, of in SUITS do
          add(place, suit, {
            block = FIRST_BLOCK + 13 * (suit - 1) + index - 1,
            class = class,
            zh = of.zh .. rank,
            en = rank .. of.en,
          })
        end
      end
    end
    for _, joker in ipairs(JOKERS) do
      local place = string.find(order, joker.class, 1, true)
      if place then
        add(place, 0, table.clone(joker))
      end
    end
  end
  return Cards.deck(list)
end

-- All cards of a deck in an order by chance, for dealing.
function Cards.shuffled(deck: any)
  local numbers = {}
  for number = 1, #deck.cards do
    numbers[number] = number
  end
  for last = #numbers, 2, -1 do
    local other = math.random(last)
    numbers[last], numbers[other] = numbers[other], numbers[last]
  end
  return numbers
end

-- The names of cards in one text, such as "黑桃3 红心3".
function Cards.names(deck: any, cards: { number })
  local zh, en = {}, {}
  for index, number in ipairs(cards) do
    zh[index], en[index] = deck.cards[number].name.zh, deck.cards[number].name.en
  end
  return { zh = table.concat(zh, " "), en = table.concat(en, " ") }
end

-- What counts of a card when cards are selected.
local function class_of(deck: any, number: number): string
  return deck.cards[number].class or "x"
end

-- The classes of cards in one string, as `legal` of a selection wants them.
function Cards.classes(deck: any, cards: { number })
  local classes = {}
  for index, number in ipairs(cards) do
    classes[index] = class_of(deck, number)
  end
  return table.concat(classes)
end

-- Cards of these classes among `held`; those that lie furthest to the right are taken.
function Cards.pick(deck: any, held: { number }, classes: string)
  local cards, used = {}, {}
  for class in string.gmatch(classes, ".") do
    for index = #held, 1, -1 do
      if not used[index] and class_of(deck, held[index]) == class then
        used[index] = true
        cards[#cards + 1] = held[index]
        break
      end
    end
  end
  return cards
end

-- Classes of the usual cards as people read them: "10" for T, and signs for the jokers.
function Cards.shown(classes: string)
  local apart = string.gsub(classes, "T+", function(tens)
    return " " .. string.rep("10 ", #tens)
  end)
  local signs = string.gsub(apart, "[BR]", { B = "🃏", R = "🃟" })
  return (string.gsub(signs, "^%s*(.-)%s*$", "%1"))
end
