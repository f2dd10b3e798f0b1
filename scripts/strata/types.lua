---@meta strata
-- luacheck: ignore 212 241
--- What `require "strata"` gives, for editors and readers. Nothing here runs.
---
--- Scripts in the sandbox find every word of the module also as a name of its own (`add`, `each`,
--- `it`, ...), and `world` where a host gave one. "Raises" stands for all calls: a bad argument is
--- named with its position, a stale handle by its id; a name that was not declared comes with the
--- nearest one. A call that raises changes nothing. Costs are of the engine's call; a handle that
--- is returned costs about 100 ns more.

---@class strata
local strata = {}

--- An integer is of 64 bits everywhere; effects saturate at the attribute's range.
---@alias strata.Value integer|boolean|string|strata.Set|strata.Entity|nil
--- A number, an entity, an expression, or (where no symbol can stand) text in the grammar of
--- `strata.h`.
---@alias strata.Operand strata.Expr|strata.Entity|integer|string
--- A layer: its name, "pt.set", or its number where layers are numbers.
---@alias strata.Layer string|integer

-- -- Rules -------------------------------------------------------------------

-- What strata.rules reads is described in ruletypes.lua.

--- Make rules: what never changes during a game. Raises with the field's name. Cost O(n log n).
---
--- ```lua
--- local rules = strata.rules({ layers = "numbers", attributes = { power = "int" } })
--- ```
--- ```lua
--- local rules = strata.rules({
---   layers = { "ability", { "pt", "set", "modify" } },
---   attributes = {
---     types = { "set", "creature", copiable = true },
---     power = { "int", copiable = true },
---     plus_one = "counter",
---     abilities = "abilities",
---   },
---   default_layers = { abilities = "ability", set = "pt.set", add = "pt.modify" },
---   zones = { "battlefield" },
---   abilities = {
---     flying = "keyword",
---     ["classic:humility.1"] = {
---       text = "All creatures lose all abilities and have power 1.",
---       zones = { "battlefield" },
---       { each.creature, abilities = remove_all(), power = set(1) },
---     },
---   },
---   laws = { plus_one = { counter = "plus_one", power = add(this.plus_one) } },
---   definitions = {
---     ["classic:humility"] = { abilities = { "classic:humility.1" } },
---     ["classic:wind_drake"] = { types = { "creature" }, power = 2, abilities = { "flying" } },
---   },
--- })
--- ```
---@param spec strata.RulesSpec
---@return strata.Rules
function strata.rules(spec) end

---@class strata.Rules
local Rules = {}

---@class strata.LoadOptions: strata.WorldOptions
--- True: a save of other packs is loaded too, as far as the rules know its names.
---@field allow_changed? boolean false

---@class strata.PackUsed
---@field name string
---@field version string
---@field hash string 64 hexadecimal digits: of all its files, the same for folder and archive

---@class strata.PackCompared
---@field name string
---@field state "same"|"upgraded"|"downgraded"|"changed"|"missing"|"extra"
---@field saved? string the version in the save
---@field now? string the version that these rules have
---@field has_other_files? boolean
---@field settings? string[] startup settings that are others: "bonus was 0 and is 3"

---@class strata.WorldOptions
--- False: reading a wrong attribute gives nil, writing one is ignored, and `log` is told.
---@field strict? boolean true
---@field log? fun(line: string) gets what a world that is not strict refused
--- What becomes of an action in which a handler fails: it begins anew without it, or it fails.
---@field on_fault? "disable"|"stop" "disable"

--- Make an empty world. Cost O(attributes + symbols).
---@param options? strata.WorldOptions
---@return strata.World
function Rules:world(options) end

--- Make a world of bytes that world:save gave. Every byte is checked; raises with the place, and if
--- the save names other packs, with what became of each. Cost O(size).
---@param bytes string
---@param options? strata.LoadOptions
---@return strata.World
function Rules:load(bytes, options) end

--- The packs that a save of these rules names, by name: those that the rules were made of, else
--- those that are loaded. Cost O(bytes of the packs) the first time.
---@return strata.PackUsed[]
function Rules:packs() end

--- What became of the packs of a save, by name. Raises if its list is damaged. Cost as packs().
---@param bytes string
---@return strata.PackCompared[]
function Rules:compare(bytes) end

--- Hash of all that was declared, the same on every machine. Cost O(1).
---@return string digits 16 hexadecimal
function Rules:hash() end

--- The names of a kind; layers in their order, the others by name. Cost O(n).
---@param kind? strata.NameKind "attributes"
---@return string[]
function Rules:names(kind) end
---@alias strata.NameKind
---| "attributes" | "symbols" | "layers" | "clocks"
---| "groups" | "zones" | "abilities" | "definitions" | "predicates"
---| "events" | "fields" | "codes" | "handlers" | "checks"

--- What was declared of an ability. Raises with the nearest name. Cost O(log n).
---@param name string
---@return { name: string, text: string, kind: strata.AbilityKind }
function Rules:ability(name) end

--- The fields of a kind of event as they lie: its own by name, then by, cause, effect, prevented,
--- became.
--- An alias has those of its kind, which is `of`. Raises with the nearest name. Cost O(fields).
---@param name string
---@return { name: string, of: string|nil, fields: { name: string, type: string }[] }
function Rules:event(name) end

-- -- Worlds ------------------------------------------------------------------

---@class strata.World
---@field rules strata.Rules
---@field strict boolean
local World = {}

--- Create an entity, in no zone. All values are checked before. Cost O(fields).
---
--- ```lua
--- local bear = world:spawn("classic:grizzly_bears", { owner = alice })
--- ```
---@param definition? string whose base values it has (109.3); may be left out
---@param values? table<string, strata.Value> base values; defaults
---@return strata.Entity
---@overload fun(self, values?: table<string, strata.Value>): strata.Entity
function World:spawn(definition, values) end

--- Create an entity whose base values are the copiable values of another: a token that is a copy
--- (707.2). It is in no zone and has no definition. Cost O(attributes), and what they read.
---@param of strata.Entity alive, or gone and last known
---@return strata.Entity
function World:spawn_copy(of) end

--- The entities in a zone, from the bottom to the top. Cost O(them).
---@param zone string
---@param player? strata.Entity whose; nil for a shared zone
---@return strata.Entity[]
function World:zone(zone, player) end

--- Forget what entities were, when nothing refers to them any more: at the end of a turn. Cost
--- O(entities ever).
function World:forget_gone() end

--- Find an entity by its id, "#3:1", or by its slot, 3. Cost O(1), by slot O(entities).
---@param id string|integer
---@return strata.Entity|nil
function World:entity(id) end

--- All entities in the order of their slots. Cost O(entities).
---@return strata.Entity[]
function World:entities() end

--- Current values of one int or flag for many entities, in the order of the list: faster than
--- reading them one by one. Cost O(the list), and what is not known yet.
---@param attribute string
---@param entities strata.Entity[]
---@return integer[]|boolean[]
function World:values(attribute, entities) end

--- A key whose value is an operation, or a list of them, is an attribute; the other keys are these.
---@class strata.EffectSpec
---@field [1]? strata.Operand|strata.Entity[] the same as `on`
---@field on? strata.Operand|strata.Entity[] whom: an entity, a list, or a predicate
---@field name? string for explanations
---@field source? strata.Entity what `this` means
---@field layer? strata.Layer of operations without :at; else the rules' default_layers
---@field when? strata.Operand applies only where it holds
---@field lock? boolean keeps those who satisfy the predicate now (611.2c); false
---@field clock? string it ends after `ticks` of this clock
---@field ticks? integer 1 with a clock; 0: the clock does not end it
---@field as_long_as? strata.Operand ends for good once false when an action ends
---@field while_source? boolean ends when the source is removed; false
---@field group? string a stacking group
---@field priority? integer for layers that go by priority, low first; 0
--- All that is copiable of somebody, alive or gone, taken when the effect starts (707.2b); what the
--- effect changes in the same layer are exceptions from it.
---@field copy? strata.Operand|strata.Op an entity or a ref
---@field [string] strata.Op|strata.Op[]

--- Start a continuous effect; it gets the next timestamp. Raises with the option's or attribute's
--- name. Cost O(parts * targets).
---
--- ```lua
--- world:effect({ name = "Giant Growth", on = bear, clock = "turn", power = strata.add(3) })
--- ```
---@param spec strata.EffectSpec
---@return strata.Effect
function World:effect(spec) end

--- All effects, oldest first. Cost O(n log n).
---@return strata.Effect[]
function World:effects() end

--- The entities that satisfy a predicate, in the order of their slots. Cost O(entities).
---@param predicate strata.Operand
---@param source? strata.Entity what `this` means
---@return strata.Entity[]
function World:select(predicate, source) end

--- How many satisfy a predicate. Cost O(entities).
---@param predicate strata.Operand
---@param source? strata.Entity
---@return integer
function World:count(predicate, source) end

--- The value of an expression. Cost O(nodes), times the entities for count, sum and distinct.
---@param expr strata.Operand
---@param it? strata.Entity
---@param source? strata.Entity
---@return strata.Value
function World:eval(expr, it, source) end

--- Explain the order within a layer: a row for each part, in order, with what it waited for; its
--- text is a line for each, `dot` a graph for Graphviz. Cost: one pass, all pairs tried (613.8).
---@param layer strata.Layer
---@return strata.Why
function World:graph(layer) end

--- Call a function, and say where the time of its evaluation went: what took longest first. If it
--- raises, the error goes on. Times are nanoseconds in stock Lua and in `strata profile`; scripts
--- have no clock, and all times are 0. Raises if the world is measured already. Cost: some reads of
--- the clock for each step of the evaluation.
---@param f fun(...)
---@return strata.Profile rows and totals, described in profile.lua
function World:profile(f, ...) end

--- Let a clock tick: effects whose last tick this is end. Cost O(effects that it ends one day).
---@param clock string
---@return integer ended
function World:tick(clock) end

--- Call a function as an action: if it raises, this world is as it was before, and the error goes
--- on. If it does not, the world is committed, unless this action is a part of another, or a
--- decision is open. Cost O(writes).
---@param f fun(...): ...
---@return ... what f returns
function World:action(f, ...) end

--- Remember this moment. A mark serves within the action in which it was made. Cost O(1).
---@return strata.Mark
function World:mark() end

--- Return to a mark, as often as wanted. Raises for a stale one. Cost O(writes since).
---@param mark strata.Mark
function World:rollback(mark) end

--- End an action: effects with a false `as_long_as` end, marks are forgotten. Raises inside of
--- world:action, and on a world that a host gave to a running script. Cost O(1), O(effects with
--- as_long_as), or in a script a copy.
function World:commit() end

--- Copy a world, with its options. The copy has no marks. Cost: a copy of the state.
---@return strata.World
function World:fork() end

--- Hash of the state, the same on every machine. Cost O(1).
---@return string digits 16 hexadecimal
function World:hash() end

--- Figures: entities, effects, evaluations, classes (how many the entities are in; 0 where each is
--- alone), state_bytes, cache_bytes, journal_bytes, live_bytes, and predicate_calls (how often
--- functions of predicates ran). Cost O(1).
---@return table<string, integer>
function World:stats() end

--- Throw all caches away, for measuring. Cost O(caches).
function World:drop_caches() end

--- Switch a way to evaluate; none changes a value or an explanation. For measuring, and for tests
--- that hold one against the other: "classes": entities that nothing in force can tell apart are
--- worked out once; "sums": what is added to a number is summed up for all entities at once;
--- "updates": small changes are put into what was computed. Caches are dropped, and a fork begins
--- with "auto".
---@param what "classes"|"sums"|"updates"
---@param how "auto"|"never"|"always"
function World:tune(what, how) end

-- What worlds do, ask and remember is described in acttypes.lua.

---@class strata.Mark

-- -- Entities ----------------------------------------------------------------

--- A handle: it stays one when the entity is gone, and then every use of it raises. Two handles of
--- one entity are equal by ==, but not as keys of a table. tostring gives "Grizzly Bears #3:1", by
--- the text or sym attribute `name`.
---
--- Each attribute is a field with its current value: int an integer, flag a boolean, set an array
--- of names in their order, abilities one in the order in which it has them, ref an entity or nil,
--- sym a name or nil, text a string. Cost O(1) if cached.
---@class strata.Entity
--- Base values, also to be assigned. Raises for a wrong type or range.
---@field base table<string, strata.Value>
---@field id string "#3:1": slot and generation
---@field world strata.World
---@field [string] strata.Value
local Entity = {}

--- Remove it from the world. Cost O(attributes + symbols + its effects).
function Entity:remove() end

--- Whether it is still in its world. Never raises for a stale handle. Cost O(1).
---@return boolean
function Entity:is_alive() end

--- End all effects that are locked to it, for it. Cost O(its effects).
function Entity:clear() end

--- Whether one of its sets holds a symbol now. Cost O(1) per set whose domain holds it.
---@param symbol string
---@return boolean
function Entity:has(symbol) end

--- Explain a current value. Cost O(parts that could touch it).
---@param attribute string
---@return strata.Why
function Entity:why(attribute) end

--- Explain what somebody's abilities and effects, or one effect, do to this entity, and why not: a
--- row for each of their parts. Cost: one pass with a trace.
---@param source strata.Entity|strata.Effect
---@return strata.Why
function Entity:why_not(source) end

--- Move it: it becomes a new object with the base values of its definition and those that are
--- kept; effects on the old one end, and its handle is stale (400.7). Cost O(attributes), and what
--- they read; O(position).
---
--- ```lua
--- bear = bear:move("graveyard", { player = bear.owner })
--- ```
---@param zone string|strata.Expr `none`: out of all zones
---@param options? strata.MoveOptions
---@return strata.Entity moved its new handle
function Entity:move(zone, options) end

---@class strata.MoveOptions
---@field player? strata.Entity whose zone; of a shared one nobody's
---@field position? integer from 1 at the bottom, from -1 at the top; on top
---@field same? boolean it stays the same object: handle, effects, counters; false

--- What it has become by moving; nil if it has not moved, or what it was is forgotten. Never raises
--- for a stale handle. Cost O(1).
---@return strata.Entity|nil
function Entity:successor() end

--- A value as it was just before it moved and became another (608.2h). Raises if nothing is known
--- of it. Cost O(1).
---@param attribute string
---@return strata.Value
function Entity:last_known(attribute) end

--- Turn to another face: base values become those of a definition, but for what is kept, counters,
--- and what stamps. It gets a new timestamp (712.8, 613.7g). Cost O(base values).
---@param face string
function Entity:transform(face) end

--- The definition that it was spawned from. Cost O(1).
---@return string|nil
function Entity:definition() end

--- Whose zone it is in, nil in a shared one or none. Cost O(1).
---@return strata.Entity|nil
function Entity:zone_player() end

--- When it entered its zone or was last renewed; of one sequence with those of effects. Cost O(1).
---@return integer
function Entity:timestamp() end

--- Give it a new timestamp (613.7d-j). Cost O(1).
function Entity:restamp() end

--- Its abilities, in order, with where they come from. Cost O(abilities), and a pass if something
--- has changed.
---@return strata.AbilityRow[]
function Entity:abilities() end

---@class strata.AbilityRow
---@field name string
---@field origin "printed"|"intrinsic"|"granted" base value or copied; a law's; an effect's
---@field giver strata.Entity|nil the source of the effect that granted it
---@field timestamp integer what an effect of it gets (613.7a)

--- A value as it stands after a layer: base power is power after the layer that sets it (208.4b).
--- Cost as of why.
---@param layer strata.Layer
---@param attribute string
---@return strata.Value
function Entity:value_after(layer, attribute) end

--- A plain array of names; tostring gives "{creature, elf}", == compares by content. A list of
--- abilities is one too, in its own order.
---@class strata.Set: string[]
local Set = {}

--- Whether the set holds a name. Cost O(its size).
---@param name string
---@return boolean
function Set:has(name) end

-- -- Effects -----------------------------------------------------------------

---@class strata.Effect
---@field name string "" for none
---@field id string "#3:1"
---@field world strata.World
---@field source strata.Entity|nil
---@field timestamp integer
---@field clock string|nil
---@field ticks_left integer 0: the clock does not end it
---@field group string|nil
---@field priority integer
---@field parts integer how many
---@field targets integer how many; 0 if it has a predicate
---@field subject string the predicate, "" if its targets are locked
local Effect = {}

--- End it. Cost O(parts * targets).
function Effect:remove() end

--- Whether it still lasts. Never raises for a stale handle. Cost O(1).
---@return boolean
function Effect:is_alive() end

--- Give it a new duration from now. Raises if it was made without a clock. Cost O(1).
---@param ticks integer 0: the clock does not end it
function Effect:refresh(ticks) end

-- -- Explanations ------------------------------------------------------------

--- Rows in the order of application; tostring gives the text. It outlives the world.
---@class strata.Why
---@field [integer] strata.WhyRow
---@field base strata.Value of `why`
---@field value strata.Value of `why`
---@field text string
---@field entity strata.Entity of `why` and `why_not`
---@field attribute string of `why`
---@field of strata.Entity|strata.Effect of `why_not`
---@field layer strata.Layer of `graph`
---@field dot string|nil of `graph`: for Graphviz

---@class strata.WhyRow
---@field layer string
---@field op string
---@field attr string the attribute
---@field step "applied"|"condition"|"subject"|"stacking"|"lost"|"zone" applied, or why not
--- Why it stands where it does.
---@field because "timestamp"|"priority"|"cda"|"law"|"depends"|"loop"
---@field waited_for string whom, where it depends or they wait for each other (613.8); else ""
---@field difference string what the other would have changed, or who took its ability; else ""
---@field name string of the effect
---@field operand string "+3"
---@field formula string the expression that gave the operand, or ""
---@field before strata.Value
---@field after strata.Value
---@field effect strata.Effect
---@field source strata.Entity|nil
---@field timestamp integer

--- The same as entity:why(attribute).
---@param entity strata.Entity
---@param attribute string
---@return strata.Why
function strata.why(entity, attribute) end

-- -- Operations: what an effect does to a value v ----------------------------

--- A description that cannot be changed; nothing happens until an effect is made of it.
---@class strata.Op
local Op = {}

--- The same operation in a layer of its own.
---@param layer strata.Layer
---@return strata.Op
function Op:at(layer) end

--- The same operation with its operand computed once, when the effect starts (611.2d).
---@return strata.Op
function Op:locked() end

--- v becomes x; every type. For a set or abilities, a name, an array of names or, for a set, an
--- expression that gives a symbol; for a ref, an entity or `none`.
---@param x strata.Value|strata.Expr
---@return strata.Op
function strata.set(x) end

--- v + x; a set or list of abilities with these names; of a set also add(this.chosen).
---@param x integer|strata.Expr|string|string[]
---@return strata.Op
function strata.add(x) end

--- v - x.
---@param x integer|strata.Expr
---@return strata.Op
function strata.sub(x) end

--- v * x.
---@param x integer|strata.Expr
---@return strata.Op
function strata.mul(x) end

--- v / x, rounded. By zero, v stays.
---@param x integer|strata.Expr
---@param rounding? "down"|"up" "down": toward negative infinity
---@return strata.Op
function strata.div(x, rounding) end

--- The smaller of v and x. With two or more arguments it is a value: the smallest of them.
---@param x integer|strata.Expr
---@param ... integer|strata.Expr
---@return strata.Op|strata.Expr
function strata.min(x, ...) end

--- The larger of v and x. With two or more arguments it is a value: the largest of them.
---@param x integer|strata.Expr
---@param ... integer|strata.Expr
---@return strata.Op|strata.Expr
function strata.max(x, ...) end

--- min, as it reads: power = at_most(3).
---@param x integer|strata.Expr
---@return strata.Op
function strata.at_most(x) end

--- max, as it reads: power = at_least(1).
---@param x integer|strata.Expr
---@return strata.Op
function strata.at_least(x) end

--- The bits that v and x share; ints and flags.
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.band(x) end

--- The bits of v or x.
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.bor(x) end

--- The bits of either v or x.
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.bxor(x) end

--- v * x / divisor, exact, rounded once.
---@param x integer of 32 bits
---@param divisor integer 1 to 2^31-1
---@param rounding? "down"|"up" "down"
---@return strata.Op
function strata.scale(x, divisor, rounding) end

--- Exchange v with the value of another attribute (613.4d).
---@param other string
---@return strata.Op
function strata.switch(other) end

--- A set or list of abilities without these names; of a set also remove(this.chosen).
---@param names string|string[]|strata.Expr
---@return strata.Op
function strata.remove(names) end

--- An empty set, no abilities.
---@return strata.Op
function strata.clear() end

--- The copiable value of another entity, taken when the effect starts (707.2b); in a clause, its
--- value at this point. For all that is copiable: copy = bear.
---@param of strata.Entity|strata.Expr
---@return strata.Op
function strata.copy(of) end

--- One symbol for another: in sets and syms, and on abilities in what they say (612).
---@param from string
---@param to string
---@return strata.Op
function strata.substitute(from, to) end

--- With these abilities: add, as it reads.
---@param names string|string[]
---@return strata.Op
function strata.grant(names) end

--- No abilities: clear, as it reads.
---@return strata.Op
function strata.remove_all() end

--- Without these abilities, and it cannot get them (113.11).
---@param names string|string[]
---@return strata.Op
function strata.forbid(names) end

--- Without what is printed, copied or intrinsic, and with what was granted (305.7).
---@return strata.Op
function strata.strip() end

--- With the abilities of all that satisfy a predicate, `outer` being the affected entity.
---@param predicate strata.Operand
---@param kind? strata.AbilityKind only these, which are no keywords; all
---@return strata.Op
function strata.borrow(predicate, kind) end

-- -- Expressions -------------------------------------------------------------

--- A value or a predicate over the world: text until a world compiles it, which it keeps. Values by
--- + - * // and -x, predicates by & | ~. Lua turns < and == into booleans at once, so comparisons
--- are words; < and == raise.
---@class strata.Expr
---@field [string] strata.Expr of it, this, outer, event.x, named.x and the(card): an attribute
---@operator add(strata.Operand): strata.Expr
---@operator sub(strata.Operand): strata.Expr
---@operator mul(strata.Operand): strata.Expr
---@operator idiv(strata.Operand): strata.Expr
---@operator unm: strata.Expr
---@operator band(strata.Expr): strata.Expr
---@operator bor(strata.Expr): strata.Expr
---@operator bnot: strata.Expr
local Expr = {}

--- >=
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:at_least(x) end

--- <=
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:at_most(x) end

--- >
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:more_than(x) end

--- <
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:less_than(x) end

--- Equal: a number, an entity, a flag's boolean, a symbol's name, or an expression.
---@param x integer|boolean|string|strata.Entity|strata.Expr
---@return strata.Expr
function Expr:is(x) end

--- Not equal.
---@param x integer|boolean|string|strata.Entity|strata.Expr
---@return strata.Expr
function Expr:is_not(x) end

--- Whether a set holds a symbol: it.types:has("elf"). Of an entity, whether any set does:
--- this:has("elf"). The symbol of a set may be an expression: it.types:has(this.chosen).
---@param symbol string|strata.Expr
---@return strata.Expr
function Expr:has(symbol) end

--- And `x` controls it: needs a ref attribute `controller`.
---@param x strata.Entity|strata.Expr
---@return strata.Expr
function Expr:of(x) end

--- And it is not `x`.
---@param x strata.Entity|strata.Expr
---@return strata.Expr
function Expr:except(x) end

--- The entity in question.
---@type strata.Expr
strata.it = nil

--- The effect's source.
---@type strata.Expr
strata.this = nil

--- Inside count, sum and distinct: the entity outside.
---@type strata.Expr
strata.outer = nil

--- The controller of the effect's source: this.controller.
---@type strata.Expr
strata.you = nil

--- Nobody; also the value of a ref or sym that has none.
---@type strata.Expr
strata.none = nil

--- The predicate that everyone satisfies.
---@type strata.Expr
strata.all = nil

--- each.elf: whoever has the symbol in one of the sets that can hold it, or the flag of that name.
---@type table<string, strata.Expr>
strata.each = nil

--- A field of the event in question, in what rules say of events: event.amount, event.who.power.
---@type table<string, strata.Expr>
strata.event = nil

--- What a deed before has bound, in the same places: named.x, which stands in the text as $x. Every
--- program has named.you, whose it is, and named.i, which of several an "emit" is at.
---@type table<string, strata.Expr>
strata.named = nil

--- One entity inside an expression: the(bear).power.
---@param entity strata.Entity
---@return strata.Expr
function strata.the(entity) end

--- What a predicate of the rules, a function, answers about the entity in question and `this`.
---
--- ```lua
--- local rules = strata.rules({
---   layers = "numbers",
---   attributes = { power = "int", toughness = "int" },
---   predicates = {
---     lopsided = {
---       function(it)
---         return it.power ~= it.toughness
---       end,
---       reads = { "power", "toughness" },
---     },
---   },
--- })
--- print(rules:world():count(strata.ask("lopsided")))
--- ```
---@param predicate string its name
---@return strata.Expr
function strata.ask(predicate) end

--- How many entities satisfy a predicate.
---@param predicate strata.Operand
---@return strata.Expr
function strata.count(predicate) end

--- The sum of a value over the entities that satisfy a predicate.
---@param value strata.Operand
---@param predicate strata.Operand
---@return strata.Expr
function strata.sum(value, predicate) end

--- How many different symbols the sets of those who satisfy a predicate hold.
---@param set string the attribute
---@param predicate strata.Operand
---@return strata.Expr
function strata.distinct(set, predicate) end

--- Text in the grammar of `strata.h`: expr("power > 2 and types has 'elf'").
---@param text string at most 64 KiB
---@return strata.Expr
function strata.expr(text) end

-- -- Others ------------------------------------------------------------------

--- The library's version, "0.3.0".
---@return string
function strata.version() end

--- pairs in an order that is the same everywhere: numbers, then strings by their bytes. In the
--- sandbox `pairs` is this. Raises for other keys. Cost O(n log n).
---@param t table
---@return fun(): any, any
function strata.sorted_pairs(t) end

return strata
