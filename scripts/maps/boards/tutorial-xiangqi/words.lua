-- What the map says. Here sentences come from the string tables through `T`. Mini World itself has
-- no `T`: there an author fills the global table TEXTS (see README.md) and the rest runs unchanged.

-- The sentence under `key`, its {places} filled from `args`.
function say(key, args)
  if T then
    return T(key, args)
  end
  local sentence = TEXTS and TEXTS[key] or key
  return (string.gsub(sentence, "{(%w+)}", args or {}))
end

-- Tells one player, or everybody when `uin` is nil.
function tell(key, args, uin)
  Chat:sendSystemMsg(say(key, args), uin or 0)
end
