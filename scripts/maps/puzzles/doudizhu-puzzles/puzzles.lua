--!strict
-- The puzzles: hands of the landlord, of the farmer after him and of the one before him, the easier first. The
-- landlord leads. They were found among small deals by `boards/doudizhu/examples/doudizhu-puzzles.rs`: only one
-- lead of each wins, and it is not the one that the value of the hand suggests.

Puzzles = {
  { hands = { "668999QA", "68AA", "5889TQKAR" } },
  { hands = { "355JJQA2", "3579TTK", "479QAA2" } },
  { hands = { "6788999TKKA", "678T", "55567TKKAA" } },
  { hands = { "448899TTQQK", "48QKB", "456899QKKR" } },
  { hands = { "333788K", "5566779JQB", "3JKKK" } },
  { hands = { "3578TTAA22", "34A2", "4568TR" } },
  { hands = { "599TQQQKK", "57TJK", "355899TT22" } },
  { hands = { "8TTTJJQQAR", "3TAAA2", "388JQ222" } },
  { hands = { "3357778JQA", "3456669QR", "35699JQA" } },
  { hands = { "557889JJQA2", "33577QA", "788JQ22" } },
  { hands = { "4677TJJA22", "667TTQA2", "455QA" } },
  { hands = { "3344678TQQA", "3456T", "79JJJ" } },
}
