-- What the package caravan runs with dofile: its texts.
caravan_version = caravan_version + 1
caravan_words = {
  ["caravan"] = "商队包",
  ["cv_leader"] = "商队首领",
  ["cv_gleaner"] = "拾荒者",
  ["cv_taxer"] = "税吏",
  ["cv_porter"] = "搬运工",
  ["cv_gambler"] = "赌徒",
  ["cv_courier"] = "驿使",
  ["cv_goods"] = "货",
  ["cv_load"] = "装货",
  ["cv_trade"] = "贸易",
  ["cv_glean"] = "拾荒",
  ["cv_count"] = "清点",
  ["cv_tax"] = "抽税",
  ["cv_levy"] = "征收",
  ["cv_carry"] = "搬运",
  ["cv_heap"] = "堆积",
  ["cv_stake"] = "孤注",
  ["cv_luck"] = "手气",
  ["cv_deliver"] = "递送",
}
