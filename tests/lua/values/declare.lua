--- strata.rules: zones, abilities, laws and definitions, and the messages for mistakes in them.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local add, set, each, it = strata.add, strata.set, strata.each, strata.it

local rules = strata.rules(check.declared())
equal(rules:hash(), strata.rules(check.declared()):hash(), "hash of the same rules")
equal(rules:names("zones"), { "battlefield", "graveyard", "library", "stack" })
equal(rules:names("definitions")[1], "test:bear")
equal(rules:names("abilities")[2], "tap_for_blue")
equal(rules:names()[#rules:names()], "zone", "zones make an attribute")

-- Abilities.
local humility = rules:ability("test:humility")
equal(humility.name, "test:humility")
equal(humility.text, "All creatures lose all abilities and are 1/1.")
equal(humility.kind, "static")
equal(rules:ability("flying").text, "flying", "without a text, its name")
equal(rules:ability("flying").kind, "keyword")
equal(rules:ability("tap_for_blue").kind, "mana")
equal(rules:ability("test:count").kind, "cda")
fails("unknown ability 'flyin'; did you mean 'flying'?", rules.ability, rules, "flyin")
fails("unknown ability 'island'", rules.ability, rules, "island")

--- Make the rules with one thing changed.
local function with(change)
  local spec = check.declared()
  change(spec)
  return strata.rules(spec)
end

--- The change is refused with this text.
local function bad(text, change)
  fails(text, with, change)
end

-- What is changed is part of the hash.
local other = with(function(s)
  s.abilities["test:humility"][1].power = set(0)
end)
equal(other:hash() ~= rules:hash(), true)

-- Sections and their fields.
bad("strata.rules: no field 'ability'; did you mean 'abilities'?", function(s)
  s.ability = {}
end)
bad("did you mean 'copy.facedown'?", function(s)
  s.copiable_after = "copy.facedwn"
end)
bad("copiable_after: expected a layer, got boolean", function(s)
  s.copiable_after = true
end)
bad("attributes.power: no field 'copyable'; did you mean 'copiable'?", function(s)
  s.attributes.power.copyable = true
end)
bad("attributes.power.kept: expected true or false, got 1", function(s)
  s.attributes.power.kept = 1
end)
bad("attributes.power: expected a type (counter, int", function(s)
  s.attributes.power.type = "integer"
end)
bad("attributes.power.type: expected a string, got number", function(s)
  s.attributes.power.type = 3
end)
bad("attributes.abilities: handles and expressions use this name", function(s)
  s.attributes.abilities = "int"
end)
for _, name in ipairs({ "copy", "move", "successor", "timestamp", "why_not", "zone_player" }) do
  bad("choose another", function(s)
    s.attributes[name] = "int"
  end)
end
bad("attributes.plus_one", function(s)
  s.attributes.plus_one = { "set", counter = true }
end)

-- Zones.
bad("zones.library: no field 'orderd'; did you mean 'ordered'?", function(s)
  s.zones.library.orderd = true
end)
bad("zones.library.hidden: expected true or false, got 1", function(s)
  s.zones.library.hidden = 1
end)
bad("zones[3]: expected a string, got number", function(s)
  s.zones[3] = 4
end)
bad("zones.exile: expected a table of shared, ordered, hidden, got boolean", function(s)
  s.zones.exile = true
end)

-- Abilities.
bad("abilities.flying: no kind 'keywrd'; did you mean 'keyword'?", function(s)
  s.abilities.flying = "keywrd"
end)
bad("abilities.flying: expected a kind, or a table with clauses, got number", function(s)
  s.abilities.flying = 3
end)
bad("abilities.test:humility: no field 'txt'; did you mean 'text'?", function(s)
  s.abilities["test:humility"].txt = ""
end)
bad("abilities.test:humility.text: expected a string, got 3", function(s)
  s.abilities["test:humility"].text = 3
end)
bad("abilities.test:humility.zones: expected a list of names, got string", function(s)
  s.abilities["test:humility"].zones = "battlefield"
end)
bad("no zone 'battlefeld'; did you mean 'battlefield'?", function(s)
  s.abilities["test:humility"].zones = { "battlefeld" }
end)
bad("abilities.test:humility: clause 1: expected a clause, such as", function(s)
  s.abilities["test:humility"][1] = "flying"
end)
bad("'test:humility': a static ability or CDA has at least one clause", function(s)
  s.abilities["test:humility"] = "static"
end)

-- Clauses.
local function clause(text, fields)
  bad(text, function(s)
    local spec = s.abilities["test:humility"][1]
    for name, value in pairs(fields) do
      spec[name] = value
    end
  end)
end
local HERE <const> = "strata.rules: abilities.test:humility: clause 1: "
clause(HERE .. "no field 'powr'; did you mean 'power'?", { powr = 3 })
clause(HERE .. "unknown attribute 'powr'; did you mean 'power'?", { powr = add(3) })
clause(HERE .. "no field 'whn'; did you mean 'when'?", { whn = "true" })
clause(HERE .. "no field 'source'", { source = it.controller })
clause(HERE .. "power: expected an operation, such as set(3) or add(3), got 3", { power = 3 })
clause(HERE .. "on: given twice", { on = each.land })
clause(HERE .. "when: a boolean where an expression belongs", { when = 1 == 2 })
clause(HERE .. "when: expected an expression, got table", { when = {} })
clause(HERE .. "when: unknown symbol 'creatur'; did you mean", { when = each.creatur })
clause(HERE .. "power: set: expected an integer, got 'x'", { power = set("x") })
clause(HERE .. "power: set: a boolean where an expression belongs", { power = set(true) })
clause(HERE .. "at: unknown layer 'pt.sett'; did you mean", { power = set(3):at("pt.sett") })
clause(HERE .. "layer: expected the name of a layer, got 3", { layer = 3, power = set(3) })
clause(HERE .. "power: which layer?", { power = strata.mul(2) })
clause(HERE .. "power: only an effect that starts", { power = add(3):locked() })
clause(HERE .. "types: add: expected a symbol, and there is no 'elf'", { types = add("elf") })
clause("there is no 'fling'; the nearest is 'flying'", { abilities = add("fling") })
clause(HERE .. "types: substitute: unknown symbol 'swmp'; did you mean 'swamp'?", {
  types = strata.substitute("swmp", "island"):at("text"),
})
clause(HERE .. "power: switch: unknown attribute 'toughnes'", { power = strata.switch("toughnes") })
clause(HERE .. "controller: set: expected none or an expression", {
  controller = set(strata.rules(check.declared()):world():spawn()),
})
clause("ability 'test:humility', part", { power = set(it.powr) })
clause("'controller' is a ref, not an int", { power = set(it.controller) })
clause("names an entity of one world", { copy = rules:world():spawn() })
clause("did you mean 'toughness'?", { copy = it.toughnes })

-- A list of operations, and each kind of constant.
equal(
  with(function(s)
    s.abilities["test:words"] = {
      {
        on = each.land,
        when = "count(types has 'land') > 2",
        power = { set(1), add(2), strata.div(2, "up"):at("pt.modify") },
        toughness = { strata.scale(1, 2):at("pt.modify"), strata.switch("power") },
        types = {
          strata.substitute("swamp", "island"):at("text"),
          set({}),
          add({ "land", "swamp" }),
        },
        controller = set(strata.none),
        abilities = {
          strata.forbid({ "flying" }),
          strata.borrow(each.island, "mana"),
          strata.borrow("types has 'swamp'"),
          strata.strip(),
          strata.remove("trample"),
        },
        name = set("Nameless"):at("text"),
        rarity = { set("rare"):at("text"), set(strata.none):at("type") },
      },
      {
        copy = strata.copy(strata.this.attached):at("copy.effects"),
        power = strata.copy(strata.this.owner),
      },
    }
  end):ability("test:words").kind,
  "static"
)

-- Laws.
bad("laws.plus_one: unknown attribute 'plus'", function(s)
  s.laws.plus_one.counter = "plus"
end)
bad("laws.plus_one: no field 'lst'; did you mean 'last'?", function(s)
  s.laws.plus_one.lst = true
end)
bad("laws.plus_one.last: expected true or false, got 1", function(s)
  s.laws.plus_one.last = 1
end)
bad("law 'plus_one'", function(s)
  s.laws.plus_one.counter = "power"
end)
bad("it has no object, so say whom it affects", function(s)
  s.laws.plus_one.counter = nil
end)

-- Definitions.
local function definition(text, fields)
  bad(text, function(s)
    s.definitions["test:bear"] = fields
  end)
end
local BEAR <const> = "strata.rules: definitions.test:bear: "
definition(BEAR .. "expected a table of base values, got number", 3)
definition(BEAR .. "unknown attribute 'powr'; did you mean 'power'?", { powr = 1 })
definition(BEAR .. "power: expected an integer, got '1'", { power = "1" })
definition(BEAR .. "power: expected an integer, got expression", { power = it.toughness })
definition(BEAR .. "plus_one: expected an integer in the range", { plus_one = -1 })
definition("there is no 'flyng'; the nearest is 'flying'", { abilities = "flyng" })
definition("there is no 'creatur'; the nearest is 'creature'", { types = { "creatur" } })
definition("gets into a zone by moving there", { zone = "library" })

-- The script's line is blamed.
local ok, message = pcall(function()
  local made = strata.rules({ layers = { "only" }, clock = {} })
  return made
end)
equal(ok, false)
equal(message:match("declare%.lua:%d+: strata%.rules: no field '(%a+)'"), "clock")
