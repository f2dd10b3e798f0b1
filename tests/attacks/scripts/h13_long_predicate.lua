-- expect: error 'effort limit'
-- why: a predicate has steps of its own for each entity, and one look asks it about all of them
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int", level = "int" },
  predicates = {
    slow = {
      function(it)
        local n = 0
        for i = 1, 100000 do
          n = n + i % it.level
        end
        return n > 0
      end,
      reads = { "level" },
    },
  },
})
local world = rules:world()
for i = 1, 3000 do
  world:spawn({ power = 1, level = i })
end
local _ = world:count("ask('slow')")
