---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- Words of card files for changes, and of files of rules: more of card_words.lua, for editors and
--- readers. Nothing here runs.

-- -- Changes: attribute = one of these, or a list of them -------------------------

--- The value becomes this. After any of these :at("layer") names a layer of its own.
---
--- ```lua
--- static { each.creature, power = set(1), toughness = set(1) }
--- ```
---@return strata.Change
function set(value) end

--- A number more; a set with these words.
---
--- ```lua
--- static { each.creature:of(you), power = add(1), types = add("artifact") }
--- ```
---@return strata.Change
function add(value) end

--- A number less.
---
--- ```lua
--- static { each.creature:not_of(you), power = sub(1) }
--- ```
---@return strata.Change
function sub(value) end

--- A number times this.
---
--- ```lua
--- static { each.creature:of(you), power = mul(2) }
--- ```
---@return strata.Change
function mul(value) end

--- A number times x / divisor, rounded once: scale(120, 100) is a fifth more.
---
--- ```lua
--- static { this, power = scale(120, 100):at("pt.modify") }
--- ```
---@param x integer of 32 bits
---@param divisor integer 1 to 2^31-1
---@param rounding? "down"|"up" "down"
---@return strata.Change
function scale(x, divisor, rounding) end

--- No less than this.
---
--- ```lua
--- static { each.creature:of(you), toughness = at_least(3) }
--- ```
---@return strata.Change
function at_least(value) end

--- No more than this.
---
--- ```lua
--- static { each.creature:not_of(you), power = at_most(3) }
--- ```
---@return strata.Change
function at_most(value) end

--- A set without these words.
---
--- ```lua
--- static { each.creature, supertypes = remove("legendary") }
--- ```
---@return strata.Change
function remove(value) end

--- Exchange with another number: power = switch("toughness") (613.4d).
---
--- ```lua
--- activated { "turn around", this, power = switch("toughness"), lasts = "turn" }
--- ```
---@param attribute string
---@return strata.Change
function switch(attribute) end

--- Abilities: keywords, or abilities written out.
---
--- ```lua
--- static { each.bear:of(you), abilities = grant("trample") }
--- ```
---@return strata.Change
function grant(value) end

--- Abilities: without these.
---
--- ```lua
--- static { each.creature:not_of(you), abilities = lose("flying") }
--- ```
---@return strata.Change
function lose(value) end

--- Abilities: without these, and they cannot be gained (113.11).
---
--- ```lua
--- static { each.creature:not_of(you), abilities = forbid("hexproof") }
--- ```
---@return strata.Change
function forbid(value) end

--- Abilities: with all of a kind that they have: "activated", "triggered", "static", "mana", "all".
---
--- ```lua
--- static { this, abilities = borrow("activated", each.bear:except(this)) }
--- ```
---@param kind string
---@param who strata.Phrase
---@return strata.Change
function borrow(kind, who) end

--- One word for another, also in what abilities say (612).
---
--- ```lua
--- static { each.land, subtypes = substitute("swamp", "island") }
--- ```
---@return strata.Change
function substitute(old, new) end

--- Abilities: none.
---
--- ```lua
--- static { each.creature, abilities = remove_all }
--- ```
remove_all = nil

--- Abilities: none but mana abilities.
---
--- ```lua
--- static { each.land, abilities = remove_all_but_mana }
--- ```
remove_all_but_mana = nil

-- -- Whole changes, in the list part ----------------------------------------------

--- Only these basic land types, without what is printed (305.7).
---
--- ```lua
--- static { each.land, becomes_basic_land("mountain") }
--- ```
---@return strata.Bag
function becomes_basic_land(types) end

--- These land types in addition.
---
--- ```lua
--- static { each.land:of(you), also_basic_land("forest") }
--- ```
---@return strata.Bag
function also_basic_land(types) end

--- A creature and, with `types`, what else; other card types and their subtypes go (205.1a).
--- Fields: types, subtypes, colors, power, toughness.
---
--- ```lua
--- activated {
---   "rise",
---   this,
---   becomes_creature { types = { "artifact" }, power = 2, toughness = 2 },
---   lasts = "turn",
--- }
--- ```
---@param fields table
---@return strata.Bag
function becomes_creature(fields) end

--- A creature in addition to what it is (205.1b). The same fields.
---
--- ```lua
--- static { each.land:of(you), also_creature { power = 1, toughness = 1 } }
--- ```
---@param fields table
---@return strata.Bag
function also_creature(fields) end

--- These card types and no others. The same fields.
---
--- ```lua
--- static { each.creature:not_of(you), becomes { types = { "artifact" } } }
--- ```
---@param fields table
---@return strata.Bag
function becomes(fields) end

--- Only these creature types, other subtypes as they were.
---
--- ```lua
--- static { each.creature:of(you), set_creature_types("bear") }
--- ```
---@return strata.Bag
function set_creature_types(types) end

--- Every creature type in addition.
---
--- ```lua
--- static { this, all_creature_types }
--- ```
all_creature_types = nil

--- Every basic land type in addition.
---
--- ```lua
--- static { each.land:of(you), all_basic_land_types }
--- ```
all_basic_land_types = nil

--- A copy of somebody (707.2), with exceptions.
---
--- ```lua
--- activated { "mirror", this, becomes_copy(target), lasts = "turn" }
--- ```
---@param of strata.Phrase
---@param exceptions? table
---@return strata.Bag
function becomes_copy(of, exceptions) end

--- One word for another in types and texts (612.2).
---
--- ```lua
--- spell { target, changes_text(choice, second_choice) }
--- ```
---@return strata.Bag
function changes_text(old, new) end

--- The list of all creature types, for remove(creature_types).
---
--- ```lua
--- static { each.creature, subtypes = remove(creature_types) }
--- ```
creature_types = nil

--- The list of the subtypes that belong to a card type (205.3).
---
--- ```lua
--- static { each.land, subtypes = remove(subtypes_of("land")) }
--- ```
---@param card_type string
---@return string[]
function subtypes_of(card_type) end

-- -- Files of rules ---------------------------------------------------------------

--- The rules of a game, as data: layers, attributes, families, keywords, counters, zones, clocks.
---
--- ```lua
--- return ruleset {
---   layers = { "only" },
---   attributes = { name = "text", power = "int" },
---   zones = { battlefield = { shared = true } },
---   home = "battlefield",
--- }
--- ```
---@param fields table
function ruleset(fields) end

--- What a pack adds to the rules of another.
---
--- ```lua
--- return extend { counters = { "honey" } }
--- ```
---@param fields table
function extend(fields) end

-- -- Every file of a pack ---------------------------------------------------------

--- The settings of the pack, as its manifest declares and its host has set them: settings.hard.
---
--- ```lua
--- static { this, power = add(settings.bonus) }
--- ```
settings = nil
