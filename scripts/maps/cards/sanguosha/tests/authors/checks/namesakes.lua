-- What the skills of the package namesakes come to.

for _, pair in ipairs({ { "nm_twin", "nm_first" }, { "nm_double", "nm_second" } }) do
  local general, skill = pair[1], pair[2]
  test("a trigger and a view-as skill of one name: " .. general, { general, "guanyu" }, function(t)
    local held = t:give(general, ":H3")
    t:play(general)
    t:skill(general, skill, { held }, { "guanyu" })
    t:settle()
    t:equals(t:hp("guanyu"), 3)
    t:equals(t:mark(general, skill), 1)
  end)
end

test(
  "a trigger and a distance skill of one name",
  { "nm_horseman", "guanyu", "zhangfei", "machao", "caocao" },
  function(t)
    local slash = t:give("nm_horseman", "slash:S7")
    t:play("nm_horseman")
    t:use("nm_horseman", slash, { "zhangfei" })
    t:equals(t:mark("nm_horseman", "nm_rider"), 1)
  end
)

test("a skill may give the chosen card itself", { "nm_giver", "guanyu" }, function(t)
  local held = t:give("nm_giver", ":S3")
  local slash = t:give("guanyu", "slash:S7")
  t:play("guanyu")
  t:use("guanyu", slash, { "nm_giver" })
  t:asks("nm_giver", "card", "@nm_gives")
  t:skill("nm_giver", "nm_gives", { held })
  t:equals(t:hp("nm_giver"), 4)
  t:equals(t:place(held), "discard")
end)

test("tricks are cancelled by a response as well", { "nm_denier", "guanyu" }, function(t)
  t:give("nm_denier", ":H3")
  local duel = t:give("guanyu", "duel")
  t:play("guanyu")
  t:use("guanyu", duel, { "nm_denier" })
  t:asks("nm_denier", "nullification")
end)

test("a prototype is the card that its spec prints", { "nm_twin", "guanyu" }, function(t)
  local card = t:give("nm_twin", "nm_draught:H5")
  t:equals(t:place(card), "hand")
end)
