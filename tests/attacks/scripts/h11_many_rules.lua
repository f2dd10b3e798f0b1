-- expect: error 'instruction budget'
-- why: rules that are refused were begun, too
while true do
  pcall(strata.rules, { layers = { "only" }, attributes = { power = "int" }, nosuchfield = 1 })
end
