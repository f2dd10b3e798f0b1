---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words of card files for objects, numbers and conditions. Nothing in this file runs.

-- -- Objects ----------------------------------------------------------------------

--- Predicates by name: each.creature, each.elf or each.green holds for objects on the battlefield
--- that have the word; each.permanent, each.card (cards in every zone) and each.player are
--- predicates too.
---
--- Methods narrow a predicate: :of(you) :not_of(you) :owned_by(you) :except(this) :being("elf")
--- :non("artifact") :with("flying") :without("flying") :plain() :any_of { ... } :where(condition)
--- :inside("graveyard") :anywhere().
---
--- ```lua
--- static { each.creature:of(you):with("flying"), power = add(1) }
--- ```
each = nil

--- The predicate that holds for the objects that a linked ability of this object has moved with
--- `link = "name"`, and that are still there (607). Another object, even of the same card, has its
--- own links.
---
--- ```lua
--- activated { "hide", target = each.creature, act = exile { who = target, link = "hidden" } },
--- activated { "return", act = move { linked("hidden"), who = it, to = "hand" } }
--- ```
---@param name string name of the link
---@return strata.Phrase
function linked(name) end

--- The object that has the ability.
---
--- ```lua
--- static { this, when = this.tapped, toughness = add(2) }
--- ```
this = nil

--- The controller of the object that has the ability.
---
--- ```lua
--- whenever { enter { who = this }, act = gain_life { player = you, amount = 3 } }
--- ```
you = nil

--- The object that this object is attached to.
---
--- ```lua
--- static { attached, power = add(2), abilities = grant("trample") }
--- ```
attached = nil

--- The target: the object that a step names with `on`.
---
--- ```lua
--- activated { "shove", target = each.creature, act = tap { who = target } }
--- ```
target = nil

--- The object under test: in changes the affected object, in count(...) each counted object.
---
--- ```lua
--- static { each.creature:where(it.power:at_least(4)), abilities = grant("trample") }
--- ```
it = nil

--- The game itself. An effect on it changes rules of the game, after all other effects (613.11). It
--- is no object.
---
--- ```lua
--- static { the_game, legend_rule = set(false) }
--- ```
the_game = nil

--- Inside count, sum and distinct: the affected object.
---
--- ```lua
--- static {
---   each.creature,
---   power = add(count(each.creature:where(it.power:is(outer.toughness)))),
--- }
--- ```
outer = nil

--- The choice that a step gives with `choosing`: a word or an entity.
---
--- ```lua
--- activated { "paint", each.creature, colors = set(choice), lasts = "turn" }
--- ```
choice = nil

--- The second of two choices that a step gives with `choosing`.
---
--- ```lua
--- activated { "swap", target, changes_text(choice, second_choice) }
--- ```
second_choice = nil

--- The value of a reference or word that refers to nothing.
---
--- ```lua
--- static { this, when = this.attached:is(none), power = add(1) }
--- ```
none = nil

-- -- Numbers and conditions -------------------------------------------------------

--- The value of X, which a step gives as x = 3.
---
--- ```lua
--- activated { "grow", this, power = add(x), lasts = "turn" }
--- ```
x = nil

--- A number above all numbers that occur in a game: no maximum.
---
--- ```lua
--- static { you, max_hand_size = set(unlimited) }
--- ```
unlimited = nil

--- The number of objects that satisfy a predicate.
---
--- ```lua
--- static { this, power = add(count(each.forest:of(you))) }
--- ```
---@param who strata.Phrase a predicate
---@return strata.Phrase
function count(who) end

--- The condition that at least one object satisfies a predicate, or that a reference refers to an
--- object.
---
--- ```lua
--- static { this, when = exists(each.bear:except(this)), abilities = grant("vigilance") }
--- ```
---@param who strata.Phrase a predicate or a reference
---@return strata.Phrase
function exists(who) end

--- The sum of a value over all objects that satisfy a predicate.
---
--- ```lua
--- defining { power = sum(it.toughness, each.bear:of(you)) }
--- ```
---@param value strata.Number number of each object `it`
---@param who strata.Phrase a predicate
---@return strata.Phrase
function sum(value, who) end

--- The amount of damage from a source that is lethal to a creature: lethal(target, this). For a
--- source with deathtouch it is 1 (702.2c).
---
--- ```lua
--- activated {
---   "finish",
---   target = each.creature,
---   act = damage { source = this, who = target, amount = lethal(target, this) },
--- }
--- ```
---@param who strata.Phrase the creature
---@param source strata.Phrase the source of the damage
---@return strata.Phrase
function lethal(who, source) end

--- The largest value over all objects that satisfy a predicate: most(it.life,
--- each.player:except(you)).
---
--- ```lua
--- static { this, when = most(it.life, each.player:except(you)):at_least(20), power = add(1) }
--- ```
---@param value strata.Number number of each object `it`
---@param who strata.Phrase a predicate
---@return strata.Phrase
function most(value, who) end

--- The number of different words in a set attribute over all objects that satisfy a predicate.
---
--- ```lua
--- defining { power = distinct("types", each.card:inside("graveyard")) }
--- ```
---@param attribute string name of a set attribute
---@param who strata.Phrase a predicate
---@return strata.Phrase
function distinct(attribute, who) end

--- The number of mana symbols of the given colours in the mana costs of permanents that you control
--- (700.5).
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
---@param a strata.Number a number
---@param b strata.Number a number
---@return strata.Phrase
function smaller(a, b) end

--- The larger of two numbers.
---
--- ```lua
--- static { this, power = add(larger(this.toughness, 2)) }
--- ```
---@param a strata.Number a number
---@param b strata.Number a number
---@return strata.Phrase
function larger(a, b) end

--- A number of an `effect` that is evaluated anew whenever the state changes; other numbers are
--- evaluated once, when the effect starts (611.2d).
---
--- ```lua
--- activated {
---   "count",
---   act = effect { this, power = add(live(count(each.bear))), lasts = "turn" },
--- }
--- ```
---@param value strata.Number a number
---@return strata.Phrase
function live(value) end

--- A duration: the effect ends for good once the condition is false (611.2b).
---
--- ```lua
--- activated {
---   "hold",
---   target = each.creature,
---   act = effect { target, controller = set(you), lasts = as_long_as(this.tapped:is(true)) },
--- }
--- ```
---@param condition strata.Phrase a condition
function as_long_as(condition) end
