--- strata.rules: what can be declared, and the messages for mistakes.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails

local rules = check.rules()
equal(tostring(rules), "rules with 8 attributes")
equal(#rules:hash(), 16, "digits of the hash")
equal(rules:hash(), check.rules():hash(), "hash of the same rules")
equal(rules:names("layers"), {
  "control",
  "type",
  "color",
  "pt.set",
  "pt.modify",
  "pt.switch",
  "other",
})
equal(rules:names("clocks"), { "turn" })
equal(rules:names("groups"), { "poison", "shield" })
equal(rules:names()[1], "controller", "attributes come in the order of their names")

--- Rules with one layer and whatever else is given.
local function make(spec)
  spec.layers = spec.layers or { "only" }
  return strata.rules(spec)
end

local function attribute(declared)
  return make({ attributes = { power = declared } })
end

-- A range with one end: what is less than the least is the least.
do
  local ranged = make({ attributes = { power = { "int", min = 0 }, life = { "int", max = 9 } } })
  local one = ranged:world():spawn()
  one.world:effect({ one, layer = "only", power = strata.sub(5), life = strata.add(20) })
  equal(one.power, 0, "no less than min")
  equal(one.life, 9, "no more than max")
  fails("in the range 0 to", function()
    one.base.power = -1
  end)
end

-- Fields that do not exist, and values of the wrong type, name their place.
fails("no field 'layer'", make, { layer = {} })
fails("layers: expected a list of names", strata.rules, {})
fails("layers[1]: expected a string, got number", strata.rules, { layers = { 4 } })
fails('order: expected "timestamp" or "priority"', make, { order = "age" })
fails("attributes: expected a table, got string", make, { attributes = "power" })
fails("attributes.power: expected a type", attribute, "integer")
fails("attributes.power: expected a type", attribute, { default = 3 })
fails("attributes.power: no field 'maxx'; did you mean 'max'?", attribute, { "int", maxx = 3 })
fails("attributes.power: no field 'minimum'; there are default", attribute, { "int", minimum = 3 })
fails("attributes.power.min: expected an integer, got 'low'", attribute, { "int", min = "low" })
fails("attributes.power: only set and sym take names", attribute, { "int", "elf" })
fails("expected names as keys", make, { attributes = { "power" } })
fails("groups.shield: expected all, highest", make, { groups = { shield = "top" } })
fails("did you mean 'attributes'?", make, { attribute = {} })
fails("neither an attribute nor an operation; did you mean 'switch'?", make, {
  default_layers = { swich = "only" },
})
fails("say it of the attribute: abilities = { grant", make, { default_layers = { grant = "only" } })
fails("default_layers.hit: neither", make, { default_layers = { hit = "only" } })
fails("unknown layer 'onyl'; did you mean 'only'?", make, { default_layers = { set = "onyl" } })

-- Names that handles and expressions need for themselves.
for _, name in ipairs({ "base", "remove", "why", "has", "at_least", "it", "world" }) do
  fails("choose another", make, { attributes = { [name] = "int" } })
end

-- Numbers as layers: any integer is one.
local numbered = strata.rules({ layers = "numbers", attributes = { power = "int" } })
local card = numbered:world():spawn({ power = 2 })
card.world:effect({ on = card, layer = -7, power = strata.mul(2) })
card.world:effect({ on = card, layer = -8, power = strata.add(1) })
equal(card.power, 6, "layer -8 comes before -7")

-- One layer needs not be named.
local plain = make({ attributes = { power = "int" } }):world():spawn()
plain.world:effect({ on = plain, power = strata.add(1) })
equal(plain.power, 1)

-- Order by priority, of one nested layer.
local ranked = strata.rules({
  layers = { { "hit", order = "priority" } },
  attributes = { life = { "int", default = 20, min = 0, max = 99 } },
})
local hero = ranked:world():spawn()
equal(hero.life, 20)
hero.world:effect({ on = hero, priority = 2, life = strata.set(5) })
hero.world:effect({ on = hero, priority = 1, life = strata.add(1000) })
equal(hero.life, 5, "priority 2 comes last")
