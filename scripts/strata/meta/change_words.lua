---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words for changes, in card files, and the words of files of rules. Nothing in this file
--- runs.

-- -- Changes: attribute = one of these, or a list of them -------------------------

--- Sets the attribute to a value, or to what another object has: colors = set(attached.colors). Of
--- set attributes, `add` and `remove` take that too. An effect that begins takes it once (611.2d),
--- a static ability anew at each moment. Texts and abilities cannot be taken so. On this and every
--- other change, :at("layer") names the layer in which it applies.
---
--- ```lua
--- static { each.creature, power = set(1), toughness = set(1) }
--- ```
---@return strata.Change
function set(value) end

--- Adds to a number, or adds words to a set. A number beyond the range of the attribute is its
--- nearest limit.
---
--- ```lua
--- static { each.creature:of(you), power = add(1), types = add("artifact") }
--- ```
---@return strata.Change
function add(value) end

--- Subtracts from a number.
---
--- ```lua
--- static { each.creature:not_of(you), power = sub(1) }
--- ```
---@return strata.Change
function sub(value) end

--- Multiplies a number. A result beyond the range of the attribute is its nearest limit; without
--- `min` and `max` that is the range of 64 bits.
---
--- ```lua
--- static { each.creature:of(you), power = mul(2) }
--- ```
---@return strata.Change
function mul(value) end

--- Multiplies a number by x / divisor and rounds once: scale(120, 100) adds a fifth.
---
--- ```lua
--- static { this, power = scale(120, 100):at("pt.modify") }
--- ```
---@param x integer an integer of 32 bits
---@param divisor integer 1 to 2^31-1
---@param rounding? "down"|"up" default "down"
---@return strata.Change
function scale(x, divisor, rounding) end

--- Raises a number to at least this value.
---
--- ```lua
--- static { each.creature:of(you), toughness = at_least(3) }
--- ```
---@return strata.Change
function at_least(value) end

--- Limits a number to at most this value.
---
--- ```lua
--- static { each.creature:not_of(you), power = at_most(3) }
--- ```
---@return strata.Change
function at_most(value) end

--- Removes words from a set.
---
--- ```lua
--- static { each.creature, supertypes = remove("legendary") }
--- ```
---@return strata.Change
function remove(value) end

--- Exchanges a number with another attribute of the same object: power = switch("toughness")
--- (613.4d).
---
--- ```lua
--- activated { "turn around", this, power = switch("toughness"), lasts = "turn" }
--- ```
---@param attribute string name of the other attribute
---@return strata.Change
function switch(attribute) end

--- Adds abilities: keywords, or abilities written out.
---
--- ```lua
--- static { each.bear:of(you), abilities = grant("trample") }
--- ```
---@return strata.Change
function grant(value) end

--- Removes abilities.
---
--- ```lua
--- static { each.creature:not_of(you), abilities = lose("flying") }
--- ```
---@return strata.Change
function lose(value) end

--- Removes abilities, and prevents the object from gaining them (113.11).
---
--- ```lua
--- static { each.creature:not_of(you), abilities = forbid("hexproof") }
--- ```
---@return strata.Change
function forbid(value) end

--- Adds all abilities of one category that other objects have: "activated", "triggered", "static",
--- "mana" or "all".
---
--- ```lua
--- static { this, abilities = borrow("activated", each.bear:except(this)) }
--- ```
---@param kind string category of abilities
---@param who strata.Phrase predicate that selects the other objects
---@return strata.Change
function borrow(kind, who) end

--- Replaces one word by another, also in the text of abilities (612).
---
--- ```lua
--- static { each.land, subtypes = substitute("swamp", "island") }
--- ```
---@return strata.Change
function substitute(old, new) end

--- Removes all abilities.
---
--- ```lua
--- static { each.creature, abilities = remove_all }
--- ```
remove_all = nil

--- Removes all abilities except mana abilities.
---
--- ```lua
--- static { each.land, abilities = remove_all_but_mana }
--- ```
remove_all_but_mana = nil

-- -- Whole changes, in the list part ----------------------------------------------

--- Sets the basic land types, and removes the printed abilities (305.7).
---
--- ```lua
--- static { each.land, becomes_basic_land("mountain") }
--- ```
---@return strata.Bag
function becomes_basic_land(types) end

--- Adds basic land types.
---
--- ```lua
--- static { each.land:of(you), also_basic_land("forest") }
--- ```
---@return strata.Bag
function also_basic_land(types) end

--- Makes the object a creature and, with `types`, a card of further types; other card types and
--- their subtypes are removed (205.1a). The fields are types, subtypes, colors, power and
--- toughness.
---
--- ```lua
--- activated {
---   "rise",
---   this,
---   becomes_creature { types = { "artifact" }, power = 2, toughness = 2 },
---   lasts = "turn",
--- }
--- ```
---@param fields table characteristics
---@return strata.Bag
function becomes_creature(fields) end

--- Makes the object a creature in addition to its other types (205.1b).
---
--- ```lua
--- static { each.land:of(you), also_creature { power = 1, toughness = 1 } }
--- ```
---@param fields table characteristics, as for becomes_creature
---@return strata.Bag
function also_creature(fields) end

--- Sets the card types; other card types are removed.
---
--- ```lua
--- static { each.creature:not_of(you), becomes { types = { "artifact" } } }
--- ```
---@param fields table characteristics, as for becomes_creature
---@return strata.Bag
function becomes(fields) end

--- Sets the creature types, and keeps all other subtypes.
---
--- ```lua
--- static { each.creature:of(you), set_creature_types("bear") }
--- ```
---@return strata.Bag
function set_creature_types(types) end

--- Adds every creature type.
---
--- ```lua
--- static { this, all_creature_types }
--- ```
all_creature_types = nil

--- Adds every basic land type.
---
--- ```lua
--- static { each.land:of(you), all_basic_land_types }
--- ```
all_basic_land_types = nil

--- Makes the object a copy of another (707.2), with exceptions.
---
--- ```lua
--- activated { "mirror", this, becomes_copy(target), lasts = "turn" }
--- ```
---@param of strata.Phrase the object to copy
---@param exceptions? table changes
---@return strata.Bag
function becomes_copy(of, exceptions) end

--- Replaces one word by another in types and in rules text (612.2).
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

--- The list of the subtypes of a card type (205.3).
---
--- ```lua
--- static { each.land, subtypes = remove(subtypes_of("land")) }
--- ```
---@param card_type string name of a card type
---@return string[]
function subtypes_of(card_type) end

-- -- Files of rules ---------------------------------------------------------------

--- Describes the rules of a game as data: layers, attributes, families, keywords, counters, zones,
--- clocks.
---
--- ```lua
--- return ruleset {
---   layers = { "only" },
---   attributes = { name = "text", controller = "ref", owner = "ref", power = "int" },
---   zones = { battlefield = { shared = true } },
---   home = "battlefield",
--- }
--- ```
---@param fields table the declarations
function ruleset(fields) end

--- Describes what a pack adds to the rules of another.
---
--- ```lua
--- return extend { counters = { "honey" } }
--- ```
---@param fields table the declarations
function extend(fields) end

-- -- Every file of a pack ---------------------------------------------------------

--- The settings of the pack, as its manifest declares and its host has set them: settings.hard.
---
--- ```lua
--- static { this, power = add(settings.bonus) }
--- ```
settings = nil
