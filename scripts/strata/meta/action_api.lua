---@meta
-- luacheck: ignore 212 241
--- What worlds do, ask and remember, and what handlers are given: more of world_api.lua, for
--- editors and readers. Nothing here runs.

---@class strata.World
local World = {}

--- Do an action: an event of a kind, with values for its fields, or what a code says. It happens
--- whole, or not at all, or up to a decision: then all of it is taken back until world:answer.
--- Fields that are not given are 0, false or nobody. While a decision is open every call that
--- writes raises, but for answer, retract and cancel. Raises for an alias and names its kind. Cost:
--- what it does.
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- A.life --> 23
--- ```
---@param what string|strata.CodeAct the name of a kind of event, or { code = its name, ... }
---@param fields? table<string, strata.Value> of the event, by their names
---@param options? strata.ActOptions
---@return strata.Outcome
---@overload fun(self, code: strata.CodeAct): strata.Outcome
function World:act(what, fields, options) end
---@alias strata.Outcome "done"|"decide"

---@class strata.ActOptions
---@field by? strata.Entity who makes the event: its field `by`
---@field source? strata.Entity what makes it: its field `cause`
---@field settling? strata.Settling "all"

--- What comes after an action: "all" (state-based actions, what has triggered is put on the stack,
--- the stack is resolved), "none", "checks" (state-based actions alone), "place" (likewise, and
--- what has triggered is put on the stack).
---@alias strata.Settling "all"|"none"|"checks"|"place"

--- The deeds of a code, done now. As in deeds, what it is given stands in `with`, apart from what
--- the action says itself.
---@class strata.CodeAct
---@field code? string
---@field resolve? boolean in place of it: the topmost object of the stack resolves; false
---@field settling? strata.Settling "all"
---@field source? strata.Entity whose it is: `this`, perhaps gone
---@field you? strata.Entity who acts: `you`
---@field with? table<string, strata.Value> names that the code is given

---@class strata.Option
---@field value? strata.Value
---@field text string what it is called: a text of its own, a word, yes or no, "Grizzly Bears #3:1"
---@field outcome? string what comes of it, where that is known

--- Plain fields; tostring, and so the REPL, shows it with a line for each option.
---@class strata.Decision
---@field id integer among those of its action, from 1
---@field purpose strata.Purpose
---@field who strata.Entity|nil who decides
---@field source strata.Entity|nil what asks
---@field prompt string|nil
---@field options strata.Option[]
--- How many options at least; of "number" the least number; of "divide" and "allocate" the least
--- amount for an option.
---@field least integer
---@field most integer
---@field total integer of "divide" and "allocate": what the amounts add up to
---@field ordered boolean the order in which options are named counts
---@field hidden boolean others are not to see the answer before all are in
---@field firm boolean something was rolled or revealed before it: retract and cancel are refused
---@field missed boolean it was answered, and the rules have changed since: it is asked anew
---@alias strata.Purpose
---| "replace" | "order triggers" | "order timestamps" | "target" | "mode" | "may"
---| "choose" | "divide" | "order" | "number" | "allocate" | "keep"

--- The decisions that are open; none if no action waits. Cost O(their options).
---
--- ```lua
--- -- strata --pack delve repl
--- world:act("hit", { who = game:put("Duelist"), amount = 5 }) --> "decide"
--- world:decisions()[1].prompt --> "parry?"
--- ```
---@return strata.Decision[]
function World:decisions() end

--- Answer the first decision that is open, or the one that options say. An option is named by its
--- number, by its text, or by its value: an entity, its name or id, a word, true or false. One of
--- them stands alone, several in a list. A "number" is answered by that number; "divide" and
--- "allocate" by a table of amounts, the keys being options: { 2, 1 }, { ["Bear"] = 2 }. If none is
--- left open the action runs again, with all answers. What is no legal answer raises and says what
--- would be one; the decision stays open. Cost: the whole action.
---
--- ```lua
--- -- strata --pack delve repl
--- duelist = game:put("Duelist")
--- world:act("hit", { who = duelist, amount = 5, power = 1, pierce = 1 }) --> "decide"
--- world:answer("no") --> "done"
--- duelist.hp --> 15
--- ```
---@param answer strata.Value|(strata.Value)[]|table<strata.Value, integer>
---@param options? { decision?: integer, who?: strata.Entity }
---@return strata.Outcome
function World:answer(answer, options) end

--- Take the newest answer back: what it answered is open again. Raises if none is given, or
--- something was rolled or revealed since. Cost: the action up to there.
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Grizzly Bears") game:put("Juggernaut")
--- clone = game:put("Clone", "hand")
--- world:act("move", { who = clone, from = "hand", to = "battlefield", under = A })
--- --> "decide"
--- world:answer("yes") --> "decide"
--- world:retract()
--- world:decisions()[1].purpose --> "may"
--- ```
function World:retract() end

--- Give the action up that waits: the world is as it was before it. Raises if it has rolled or
--- revealed something. Cost O(its options).
---
--- ```lua
--- -- strata --pack delve repl
--- world:act("hit", { who = game:put("Duelist"), amount = 5 }) --> "decide"
--- world:cancel()
--- world:decisions() --> no decision is open
--- ```
function World:cancel() end

--- Copy the world as it stands where its decision is open: what the action has done so far has
--- happened there. It can be read alone; a fork of it is a world like others. Raises if no decision
--- is open. Cost: a fork, and the action up to there.
---
--- ```lua
--- -- strata --pack delve repl
--- duelist = game:put("Duelist")
--- world:act("hit", { who = duelist, amount = 5, power = 1, pierce = 1 }) --> "decide"
--- world:peek():entity(duelist.id).hp --> 20
--- ```
---@return strata.World
function World:peek() end

--- Let a function answer decisions in place of players, when they are met: what it returns is read
--- as world:answer reads it, nil leaves the decision open. It may read the world. If it raises, or
--- answers what is not legal, the action is taken back and the call raises. Forks and saves do not
--- have it. Raises on a world whose rules are a host's. Cost O(1).
---
--- ```lua
--- -- strata --pack delve repl
--- world:policy(function(decision) return decision.prompt == "parry?" end)
--- world:act("hit", { who = game:put("Duelist"), amount = 5 }) --> "done"
--- ```
---@param decide? fun(decision: strata.Decision): strata.Value|(strata.Value)[]|nil nil: nobody
function World:policy(decide) end

--- Tell a function of every row of the log, once each, in order: when an action is done, or stops
--- at a decision, of all that has happened in it so far. It may read the world, as it is then, and
--- nothing else. A row of "missed" with count 0 is in no log: the row of its number and all later
--- ones that were told did not happen after all. If the function raises, the call that made it
--- happen raises when it is done. Forks and saves have no views. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- world:view(function(row) print(row.what, row.kind) end)
--- world:act("gain_life", { player = A, amount = 3 })
--- --> happened	gain_life
--- --> "done"
--- ```
---@param told fun(row: strata.LogRow)
function World:view(told) end

--- Seed the world's chance: equal seeds, equal games. A new world has seed 0. Cost O(1).
---
--- ```lua
--- world:seed(7)
--- ```
---@param seed integer
function World:seed(seed) end

--- Remember a value under a key, beside those that are remembered there (607). What an entity
--- remembers goes with it. Cost O(1).
---
--- ```lua
--- world:note(bear, "seen", 3)
--- world:noted(bear, "seen") --> { 3 }
--- ```
---@param owner strata.Entity|nil nil: the world itself
---@param key string
---@param value integer|boolean|strata.Entity|string|nil a string is a word of the rules; nil:
--- forget all that is under the key
function World:note(owner, key, value) end

--- What is remembered under a key, oldest first. Notes do not keep types: true reads back as 1, and
--- a number of 2^32 or more that is somebody's handle as that entity. Where that is not what is
--- wanted, or the entity may be forgotten, say the type. Cost O(notes of the owner).
---
--- ```lua
--- world:noted(nil, "nothing of this name") --> {}
--- ```
---@param owner strata.Entity|nil who is gone but not forgotten will do
---@param key string
---@param type? "any"|"int"|"flag"|"ref"|"sym" "any"
---@return (integer|boolean|strata.Entity|string)[]
function World:noted(owner, key, type) end

---@class strata.LogRow
---@field number integer from 1, in order, never given twice
---@field action integer in which it happened, from 1
---@field parent integer|nil number of the row of the event that contains it
---@field what string "happened", "replaced", "prevented", "cannot", "skipped", ...
---@field kind string|nil of event
---@field code string|nil of what watcher
---@field who strata.Entity|nil whom it happened to, perhaps gone
---@field source strata.Entity|nil its cause, perhaps gone
---@field count integer so many equal ones, one after the other
--- Of the event, by their names. "decided", by `who`: purpose; lists of what was chosen by its
--- number, `option`, its value, `chosen`, and `amount`.
---@field fields table<string, strata.Value>

--- Walk through the log: `for row in world:log() do`. Rows are plain tables; in a handler they name
--- nobody who is hidden from it. Cost O(fields) a row.
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- for row in world:log() do print(row.number, row.what, row.kind) end --> 1	happened	gain_life
--- ```
---@param after? integer the number of a row: those after it; 0
---@return fun(): strata.LogRow|nil
function World:log(after) end

--- Let the rows of the log before a number go. Cost O(rows that go).
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- world:forget_log()
--- world:log()()
--- ```
---@param before? integer all
function World:forget_log(before) end

-- -- Records and replays -----------------------------------------------------

--- Record what is done to the world from now on: act, with what was decided in it by whomever and
--- which handlers failed, pass, seed, tick, disable, enable. What is rolled back or undone did not
--- happen; what is changed by other calls is kept as the state that it left, "state". A fork and a
--- save are not recorded, and a new record ends the one before it. Raises while a decision is open.
--- Cost: a save; then each action costs a walk through the rows of the log that it adds, each
--- change by other calls a save.
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- record:steps()[1].kind --> "tick"
--- ```
---@return strata.Record
function World:record() end

---@class strata.Record
local Record = {}

--- The replay so far as bytes: versioned and checksummed, with the packs of the rules, as a save
--- has them, and the hash of the rules. Raises while a decision is open, if the world was reloaded
--- under other rules, or another record was begun. Cost O(what was recorded).
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- select(2, world.rules:replay(record:save())) --> nil
--- ```
---@return string bytes
function Record:save() end

--- What was recorded so far: the kind of each step, which is the method that was called or "state",
--- and the hash of the world after it. Raises as save does. Cost O(steps).
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- #record:steps() --> 1
--- ```
---@return { kind: string, hash: string }[]
function Record:steps() end

---@class strata.ReplayOptions
--- True: other rules and packs will do, as far as they know the names that are used.
---@field allow_changed? boolean false
---@field steps? integer so many at most; all

--- The first step after which the world is not what it was then. tostring gives `text`.
---@class strata.Difference
---@field step integer its number, from 1
---@field kind string
---@field name string "act gain_life"
---@field expected string the hash of then
---@field got string the hash of now
---@field problem string|nil why it could not be done as it was then
---@field text string "step 3, act gain_life: expected hash ..., got ..."

---@class strata.Rules
local Rules = {}

--- Do again what was recorded, in a new world, and compare its hash after each step with the one of
--- then. Handlers that failed then are disabled before the action in which they did; that one
--- fails which did not is a difference. Raises if the bytes are damaged, or the rules or packs are
--- others.
--- Cost: what was done, and a run of an action for each decision in it.
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- world.rules:replay(record:save()):hash() == world:hash() --> true
--- ```
---@param bytes string
---@param options? strata.ReplayOptions
---@return strata.World world after the last step, or after the one that differs
---@return strata.Difference|nil difference
function Rules:replay(bytes, options) end

-- -- Accounts ----------------------------------------------------------------

--- One step of how an event came; it outlives its world.
---@class strata.AccountRow
--- "part of", "proposed", "decided", "not asked", "changed", "replaced", "prevented", "declined",
--- "passed over", "became", "cannot", "nothing", "happened", "contains", "triggered", "ran" or
--- "why not"
---@field step string
---@field verdict string|nil of "why not": the first of what it takes that was not so
---@field row integer|nil of the log
---@field kind string|nil of the event that it is about
---@field code string|nil who did it
---@field source strata.Entity|nil whose that is
---@field who strata.Entity|nil who decided
---@field name string|nil both as a person would say it
---@field says string|nil what else there is to say
--- What it changed, by name; of steps that tell of an event all that is not 0, without `before`.
---@field fields table<string, { before: strata.Value|nil, after: strata.Value }>

--- Rows in order; tostring gives all of it as lines.
---@class strata.Account
---@field [integer] strata.AccountRow
---@field text string
---@field json string
--- Of why_not: "kind", "absent", "zone", "lost", "looks after", "looks back", "condition",
--- "only if", "limit", "once", "again", "unpreventable", "cannot", "nothing", "class", "other",
--- "replaced", "declined", "share", "never", "resolved if", "targets", "not met", "it did".
---@field verdict string|nil

--- A row of the log or its number; or the newest event of a kind (an alias means its kind), or the
--- newest one that affects an entity or by which it came.
---@alias strata.Happening integer|string|strata.LogRow|strata.Entity

--- Remember what the newest actions begin with, so that why and why_not can tell of them. Costs a
--- copy of the state for each action from now on. Forks and loads remember none.
---
--- ```lua
--- world:remember(8)
--- ```
---@param actions integer how many, at most 65536; 0: none any more
function World:remember(actions) end

--- How an event came: what it was to be, what was decided, what replaced and prevented it, in
--- order, and what it set off. The action is run again on a copy: nothing changes. Fails if the
--- world does not remember it, or it goes otherwise now than it did. Cost: a fork, and the action.
---
--- ```lua
--- -- strata --pack classic repl
--- world:remember(8)
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- world:why("gain_life")
--- --> gain_life (row 1 of action 1)
--- -->   proposed  amount = 3, player = A
--- -->   happened  amount = 3, player = A
--- ```
---@param event strata.Happening
---@return strata.Account
function World:why(event) end

--- Why what a card says did nothing about an event: the first of what it takes that was not so,
--- with the values as they were. Cost as of why, three times.
---
--- ```lua
--- -- strata --pack classic repl
--- warden = game:put("Soul Warden")
--- world:remember(8)
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- world:act("move", { who = warden, to = "graveyard" }) --> "done"
--- world:why_not(warden, "soul_warden", "move").verdict --> "looks after"
--- ```
---@param card strata.Entity|nil as the object that it was then; nil: whoever has it
---@param code string its name, or the first part of one: "soul_warden" of "classic:soul_warden_1"
---@param event? strata.Happening the newest event of the kind that it is about
---@return strata.Account
function World:why_not(card, code, event) end
