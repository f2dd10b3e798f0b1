--- Numbered layers: effects for a round, counters, a count that others change, effects that last as
--- long as something is so.
local golem, alpha, chimera = game:put("Golem"), game:put("Alpha"), game:put("Chimera")
game:put("Drummer")
game:put("Wolf", "bench", "B")
game:step({ resolve = "War Cry", by = "A" })
game:step({ resolve = "Rust", on = "Golem" })
game:step({ add_counters = "Alpha", kind = "rage", count = 2 })
world:effect({ name = "Late", on = { golem, alpha }, layer = 7, attack = at_most(2), priority = 3 })
world:effect({
  name = "While",
  on = chimera,
  layer = -2,
  attack = set(9),
  when = this.health:at_least(1),
  as_long_as = count("zone = 'board'"):at_least(2),
  source = golem,
  while_source = true,
})
world:effect({ name = "Copied", on = golem, layer = 0, copy = chimera, clock = "round", ticks = 3 })
