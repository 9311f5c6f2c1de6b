-- What the skills of the package remnants come to.

local function hit(t, general, other)
  local slash = t:give(general, "slash:S7")
  t:play(general)
  t:use(general, slash, { other })
  t:settle()
end

test("what is not there is taken from nobody", { "rm_miser", "guanyu" }, function(t)
  hit(t, "rm_miser", "guanyu")
  for _, mark in ipairs({ "rm_through", "rm_halves", "rm_lists", "rm_parts", "rm_values" }) do
    t:equals(t:mark("rm_miser", mark), 1, mark)
  end
end)

test("careless comparisons sort as well as they can", { "rm_sorter", "guanyu" }, function(t)
  hit(t, "rm_sorter", "guanyu")
  t:equals(t:mark("rm_sorter", "rm_sorted"), 1)
end)

test("a prototype used as a card is one card each time", { "rm_spender", "guanyu" }, function(t)
  local first, second = t:give("rm_spender", "jink:H2"), t:give("rm_spender", "jink:D2")
  t:play("rm_spender")
  t:skill("rm_spender", "rm_spends", { first }, {})
  t:settle()
  t:equals(t:mark("rm_spender", "rm_spent"), 1)
  t:equals(t:place(first), "discard", "first")
  t:play("rm_spender")
  t:skill("rm_spender", "rm_spends", { second }, {})
  t:settle()
  t:equals(t:mark("rm_spender", "rm_spent"), 1)
  t:equals(t:place(second), "discard")
end)

test("a skill may look at its card before there is one", { "rm_hasty", "guanyu" }, function(t)
  local held = t:give("rm_hasty", ":H3")
  t:play("rm_hasty")
  t:skill("rm_hasty", "rm_hastes", { held }, { "guanyu" })
  t:settle()
  t:equals(t:hp("guanyu"), 3)
end)

test("an attached skill is the player's", { "rm_lender", "guanyu" }, function(t)
  hit(t, "rm_lender", "guanyu")
  t:equals(t:mark("guanyu", "rm_heard"), 1)
end)
