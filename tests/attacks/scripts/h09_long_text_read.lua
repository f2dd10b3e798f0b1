-- expect: error 'instruction budget'
-- why: Lua knows a long text by its address, and so allocates nothing for it
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text" } })
local card = rules:world():spawn({ name = ("a"):rep(250 * 1024) })
while true do
  local _ = card.name
end
