--- Effects of steps are states of a record; clocks are actions.
game:put("Golem")
game:put("Alpha")
game:step({ resolve = "War Cry", by = "A" })
world:tick("round")
game:step({ add_counters = "Alpha", kind = "rage", count = 1 })
world:tick("round")
