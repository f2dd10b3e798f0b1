--- What the REPL opens on, and the lines that it suggests there.
local names = require("world")
local strata = require("strata")
local each, set = strata.each, strata.set

assert(names.bear.power == 6, "2, +1 by the anthem, +3 by Giant Growth")
assert(names.elf.power == 2, "1, +1 by the anthem")
assert(names.giant.power == 3, "the anthem is not Bob's")
assert(#names.try == 3, "three lines to try")

names.world:tick("turn")
assert(names.bear.power == 3, "Giant Growth ends with the turn")

-- Layer pt.set comes before pt.modify, whoever came first.
names.world:effect({ name = "Humility", on = each.creature, power = set(1), toughness = set(1) })
assert(names.bear.power == 2, "1 by Humility, +1 by the anthem")
assert(names.giant.power == 1, "1 by Humility")
