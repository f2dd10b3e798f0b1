-- expect: error 'instruction budget'
-- why: a long text is hashed each time that it is written
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text" } })
local card = rules:world():spawn({ name = "x" })
local long = ("a"):rep(250 * 1024)
while true do
  card.base.name = long
end
