-- What the skills of the package oddments come to.

test("a card that is none lies nowhere, and faces stay", { "od_clerk", "caocao" }, function(t)
  t:turn("od_clerk")
  t:settle()
  t:equals(t:mark("od_clerk", "@od_ledger"), 1)
end)

test("a second general brings its skills and takes them along", { "od_twin", "caocao" }, function(t)
  t:turn("od_twin")
  t:settle()
  t:equals(t:mark("od_twin", "@od_double"), 1)
  t:check(t:has_skill("od_twin", "paoxiao"), "the second general's skill counts")
end)

test("who has no cards is not asked for one", { "od_beggar", "caocao" }, function(t)
  t:turn("od_beggar")
  t:settle()
  t:equals(t:mark("od_beggar", "@od_alms"), 1)
end)
