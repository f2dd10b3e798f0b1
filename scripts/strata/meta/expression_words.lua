---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- Words of card files for who is meant, numbers and conditions: more of card_words.lua, for
--- editors and readers. Nothing here runs.

-- -- Who --------------------------------------------------------------------------

--- each.creature, each.elf, each.green: whoever has the word, on the battlefield; each.permanent,
--- each.card (in every zone), each.player.
---
--- Then :of(you) :not_of(you) :owned_by(you) :except(this) :being("elf") :non("artifact")
--- :with("flying") :without("flying") :plain() :any_of { ... } :where(condition)
--- :inside("graveyard") :anywhere().
---
--- ```lua
--- static { each.creature:of(you):with("flying"), power = add(1) }
--- ```
each = nil

--- Whoever an ability of this has moved with `link = "name"`, and is there still: linked abilities
--- (607). Another object, even of the same card, has links of its own.
---
--- ```lua
--- activated { "hide", target = each.creature, act = exile { who = target, link = "hidden" } },
--- activated { "return", act = move { linked("hidden"), who = it, to = "hand" } }
--- ```
---@param name string
---@return strata.Phrase
function linked(name) end

--- The object that has the ability.
---
--- ```lua
--- static { this, when = this.tapped, toughness = add(2) }
--- ```
this = nil

--- Its controller.
---
--- ```lua
--- whenever { enter { who = this }, act = gain_life { player = you, amount = 3 } }
--- ```
you = nil

--- What it is attached to.
---
--- ```lua
--- static { attached, power = add(2), abilities = grant("trample") }
--- ```
attached = nil

--- What a step names with `on`.
---
--- ```lua
--- activated { "shove", target = each.creature, act = tap { who = target } }
--- ```
target = nil

--- The one in question: in changes who is affected, in count(...) who is counted.
---
--- ```lua
--- static { each.creature:where(it.power:at_least(4)), abilities = grant("trample") }
--- ```
it = nil

--- The game itself: an effect on it changes its rules, last of all (613.11). It is no object.
---
--- ```lua
--- static { the_game, legend_rule = set(false) }
--- ```
the_game = nil

--- Inside count, sum and distinct: who is affected.
---
--- ```lua
--- static {
---   each.creature,
---   power = add(count(each.creature:where(it.power:is(outer.toughness)))),
--- }
--- ```
outer = nil

--- What a step names with `choosing`: a word, or somebody.
---
--- ```lua
--- activated { "paint", each.creature, colors = set(choice), lasts = "turn" }
--- ```
choice = nil

--- The second of two choices.
---
--- ```lua
--- activated { "swap", target, changes_text(choice, second_choice) }
--- ```
second_choice = nil

--- Nothing: no name.
---
--- ```lua
--- static { this, when = this.attached:is(none), power = add(1) }
--- ```
none = nil

-- -- Numbers and conditions -------------------------------------------------------

--- The number that a step says: x = 3.
---
--- ```lua
--- activated { "grow", this, power = add(x), lasts = "turn" }
--- ```
x = nil

--- More than any number that a game counts: no maximum.
---
--- ```lua
--- static { you, max_hand_size = set(unlimited) }
--- ```
unlimited = nil

--- How many satisfy a predicate.
---
--- ```lua
--- static { this, power = add(count(each.forest:of(you))) }
--- ```
---@param who strata.Phrase
---@return strata.Phrase
function count(who) end

--- That somebody satisfies a predicate, or that a ref names somebody.
---
--- ```lua
--- static { this, when = exists(each.bear:except(this)), abilities = grant("vigilance") }
--- ```
---@param who strata.Phrase
---@return strata.Phrase
function exists(who) end

--- The sum of a value over them.
---
--- ```lua
--- defining { power = sum(it.toughness, each.bear:of(you)) }
--- ```
---@param value strata.Number
---@param who strata.Phrase
---@return strata.Phrase
function sum(value, who) end

--- How much damage of a source is lethal to a creature: lethal(target, this). Of a source with
--- deathtouch it is 1 (702.2c).
---
--- ```lua
--- activated {
---   "finish",
---   target = each.creature,
---   act = damage { source = this, who = target, amount = lethal(target, this) },
--- }
--- ```
---@param who strata.Phrase
---@param source strata.Phrase
---@return strata.Phrase
function lethal(who, source) end

--- The largest value over them: most(it.life, each.player:except(you)).
---
--- ```lua
--- static { this, when = most(it.life, each.player:except(you)):at_least(20), power = add(1) }
--- ```
---@param value strata.Number
---@param who strata.Phrase
---@return strata.Phrase
function most(value, who) end

--- How many different words their sets hold: distinct("types", ...).
---
--- ```lua
--- defining { power = distinct("types", each.card:inside("graveyard")) }
--- ```
---@param attribute string
---@param who strata.Phrase
---@return strata.Phrase
function distinct(attribute, who) end

--- Coloured mana symbols in the costs of what you control (700.5).
---
--- ```lua
--- static { this, when = devotion("green"):at_least(3), power = add(2) }
--- ```
---@param ... string colours
---@return strata.Phrase
function devotion(...) end

--- The smaller of two numbers.
---
--- ```lua
--- static { this, power = add(smaller(count(each.bear), 3)) }
--- ```
---@param a strata.Number
---@param b strata.Number
---@return strata.Phrase
function smaller(a, b) end

--- The larger of two numbers.
---
--- ```lua
--- static { this, power = add(larger(this.toughness, 2)) }
--- ```
---@param a strata.Number
---@param b strata.Number
---@return strata.Phrase
function larger(a, b) end

--- A number of a created effect that goes on counting; others are taken once (611.2d).
---
--- ```lua
--- activated {
---   "count",
---   act = effect { this, power = add(live(count(each.bear))), lasts = "turn" },
--- }
--- ```
---@param value strata.Number
---@return strata.Phrase
function live(value) end

--- A duration: ends for good once the condition is false (611.2b).
---
--- ```lua
--- activated {
---   "hold",
---   target = each.creature,
---   act = effect { target, controller = set(you), lasts = as_long_as(this.tapped:is(true)) },
--- }
--- ```
---@param condition strata.Phrase
function as_long_as(condition) end
