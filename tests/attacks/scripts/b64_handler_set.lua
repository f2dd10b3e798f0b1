-- expect: output 'instruction budget'
-- why: the steps of a handler count the same work
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" },
  events = { idle = { fields = {} } },
  handlers = { ["t:h"] = function(ctx)
    local set = "[" .. ("a"):rep(250 * 1024) .. "]"
    for i = 1, 20000 do local _ = ("b"):find(set) end
  end },
  codes = { ["t:h"] = { "trigger", "idle", { "run", "t:h" } } } })
local w = rules:world()
print(pcall(w.act, w, { code = "t:h" }))
for _, f in ipairs(w:faults()) do print(f.text) end
