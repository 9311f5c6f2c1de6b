-- How computers play the generals of shu.

-- Guanxing: what the order of cards is good for shows in phases that the calculator does not see.

-- Whether a card would spare its owner a delayed trick.
local function spares(trick, card)
  local suit = card:getSuit()
  if trick:inherits("Indulgence") then
    return suit == sgs.Card_Heart
  elseif trick:inherits("SupplyShortage") then
    return suit == sgs.Card_Club
  end
  return suit ~= sgs.Card_Spade or card:getNumber() < 2 or card:getNumber() > 9
end

-- Takes the first card out of a list for which a function holds.
local function take(list, fits)
  for index, card in ipairs(list) do
    if fits(card) then
      return table.remove(list, index)
    end
  end
  return nil
end

SmartAI:setSkillAI("guanxing", {
  think_guanxing = function(_, ai, ids, up_only)
    if up_only then
      return nil
    end
    local cards, top, bottom = {}, {}, {}
    for index, id in ipairs(ids) do
      cards[index] = sgs.Sanguosha:getCard(id)
    end
    ai:sortByCardNeed(cards)
    -- The last trick is judged first, each by the worst card that will do.
    local tricks = sgs.QList2Table(ai.player:getJudgingArea())
    for index = #tricks, 1, -1 do
      local card = take(cards, function(card)
        return spares(tricks[index], card)
      end)
      if card then
        top[#top + 1] = card:getId()
      end
    end
    -- Two are drawn, the best first. The next player finds the worst two of the others, a friend none.
    for _ = 1, math.min(2, #cards) do
      top[#top + 1] = table.remove(cards):getId()
    end
    local is_friend = ai:isFriend(ai.player:getNextAlive())
    for index, card in ipairs(cards) do
      local list = (is_friend or index > 2) and bottom or top
      list[#list + 1] = card:getId()
    end
    return { top, bottom }
  end,
})
