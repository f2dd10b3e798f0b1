--- Saves under rules whose renames lead two names of the save to one name: the rules refuse such a
--- save. Each rename alone is applied.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails

local function rules_of(spec)
  spec.layers = { "one" }
  spec.attributes = spec.attributes or {}
  return strata.rules(spec)
end

--- A save of a world with one entity for each of these.
local function save_of(rules, ...)
  local world = rules:world()
  for _, values in ipairs({ ... }) do
    world:spawn(table.unpack(values))
  end
  return world:save()
end

local options = { allow_changed = true }
local form = "two things of the save have one name after renames: %s"

-- Attributes: two that were renamed to the same, and one whose new name another had.
local three = rules_of({ attributes = { might = "int", force = "int", power = "int" } })
local one = rules_of({
  attributes = { power = "int" },
  renames = { attributes = { might = "power", force = "power" } },
})
local columns = form:format("an attribute")
fails(columns, one.load, one, save_of(three, { { might = 1 } }, { { force = 2 } }), options)
fails(columns, one.load, one, save_of(three, { { might = 1 } }, { { power = 2 } }), options)
fails(columns, one.load, one, save_of(three, { { might = 1, power = 2 } }), options)
for _, name in ipairs({ "might", "force", "power" }) do
  local world = one:load(save_of(three, { { [name] = 7 } }), options)
  equal(world:entities()[1].power, 7, name)
end

-- Definitions, which cells name.
local cards = rules_of({ definitions = { ["a:elf"] = {}, ["a:imp"] = {}, ["a:orc"] = {} } })
local card = rules_of({
  definitions = { ["a:orc"] = {} },
  renames = { definitions = { ["a:elf"] = "a:orc", ["a:imp"] = "a:orc" } },
})
local named = form:format("definition a:orc")
fails(named, card.load, card, save_of(cards, { "a:elf" }, { "a:imp" }), options)
fails(named, card.load, card, save_of(cards, { "a:elf" }, { "a:orc" }), options)
equal(card:load(save_of(cards, { "a:elf" }), options):entities()[1]:definition(), "a:orc")

-- Words.
local words = rules_of({ attributes = { kind = { "sym", "red", "blue", "green" } } })
local word = rules_of({
  attributes = { kind = { "sym", "green" } },
  renames = { symbols = { red = "green", blue = "green" } },
})
local symbol = form:format("symbol green")
fails(symbol, word.load, word, save_of(words, { { kind = "red" } }, { { kind = "blue" } }), options)
equal(word:load(save_of(words, { { kind = "red" } }), options):entities()[1].kind, "green")
