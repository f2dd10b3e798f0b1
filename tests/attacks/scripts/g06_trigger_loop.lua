-- expect: error 'trigger'
-- why: "whenever X happens, do X": an action may have so many events, and the message names the loop
local rules = strata.rules({
  layers = { "only" },
  attributes = { abilities = "abilities", power = "int" },
  events = {
    hit = { fields = { amount = "int" }, quiet = true },
    hurt = { fields = { amount = "int" }, quiet = true },
  },
  codes = {
    revenge = { "trigger", "hit", immediate = true, { "emit", "hurt", with = { amount = 1 } } },
    rage = { "trigger", "hurt", immediate = true, { "emit", "hit", with = { amount = 1 } } },
  },
  abilities = {
    revenge = { kind = "triggered", codes = { "revenge" } },
    rage = { kind = "triggered", codes = { "rage" } },
  },
  definitions = { thorns = { abilities = { "revenge", "rage" } } },
})
local world = rules:world()
world:spawn("thorns")
world:act("hit", { amount = 1 })
