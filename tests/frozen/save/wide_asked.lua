--- What lies free, groups, words, chains of two handlers, a function that failed, and a question
--- after a roll, in which a number is to be divided.
local gone = { world:spawn({ name = "Cid" }), world:spawn({ name = "Dan" }), world:spawn({}) }
for _, one in ipairs(gone) do
  one:remove()
end
world:forget_gone()
world:effect({ name = "Rise", on = ann, grade = set("rare") })
world:effect({ name = "Small", on = ann, life = add(2), group = "shield" })
world:effect({ name = "Large", on = ann, life = add(5), group = "shield", priority = 2 })
local sick = { name = "Sick", on = ben, life = add(-1), group = "poison", clock = "turn" }
sick.ticks = 2
world:effect(sick)
local lasting = this.life:at_least(1)
for i = 1, 3 do
  world:effect({ name = "While", on = ben, life = add(i), as_long_as = lasting, source = ann })
end
local over = {}
for i = 1, 3 do
  over[i] = world:effect({ name = "Over", on = ann, life = add(i) })
end
for _, one in ipairs(over) do
  one:remove()
end
ann:hook({ "wide:before", "wide:after" })
ben:hook("wide:before", { clock = "turn", ticks = 1 })
world:act("hit", { player = ann })
world:seed(11)
world:act({ code = "wide:fail", you = ann })
world:note(ann, "color", "red")
world:act({ code = "wide:share", you = ann, with = { target = ben } })
