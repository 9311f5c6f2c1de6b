-- How computers play the generals of wind.

-- Shensu: the cards that are not drawn, and the phase that is skipped, come after the slash for which
-- the calculator would give them.
SmartAI:setSkillAI("shensu", {
  think = function(_, ai)
    local me = ai.player
    if ai:getPrompt() == "@shensu-judge" then
      if me:containsTrick("indulgence") or me:containsTrick("supply_shortage") then
        return nil
      end
      for _, enemy in ipairs(ai.enemies) do
        if enemy:getHp() <= 1 and enemy:getHandcardNum() <= 1 then
          return nil
        end
      end
      return "__cancel"
    end
    return me:getHandcardNum() > 2 and "__cancel" or nil
  end,
})
