---@meta
-- luacheck: ignore 212 241
--- Actions, decisions, notes, the log, records, and explanations of events. Nothing in this file
--- runs.

---@class strata.World
local World = {}

--- Performs an action: an event of the given type, or the program of a watcher definition. An
--- action completes, or fails and leaves no trace, or stops at a decision; then all its changes are
--- taken back until World:answer. Omitted fields have the defaults that a pack declares for the
--- event type; all others are 0, false or no entity. A card is named as it is printed, or by its
--- id.
---
--- While a decision is open, every call that writes raises, except answer, retract, cancel
--- and concede.
--- Raises for an alias, with the name of its event type. Cost: that of the action.
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- A.life --> 23
--- ```
---@param what string|strata.CodeAct name of an event type, or { code = a watcher definition, ... }
---@param fields? table<string, strata.Value> values of the event's fields, by name
---@param options? strata.ActOptions originator, source and settling of the action
--- An action in which a handler of a card fails is done without it: the handler is disabled, and
--- the outcome is "partly" instead of "done", also of later actions that would call it
--- (World:faults). An action in which a handler of the rules fails raises, unless the rules say
--- `play { on_fault = "disable" }`. Handlers that World:disable has disabled are left out without
--- that.
---@return strata.Outcome "decide" if a decision is open
---@return string|nil if the event did not happen: why not
---@overload fun(self, code: strata.CodeAct): strata.Outcome
function World:act(what, fields, options) end
---@alias strata.Outcome "done"|"decide"|"partly"

--- Options of an action.
---@class strata.ActOptions
---@field by? strata.Entity entity that makes the event: its field `by`
---@field source? strata.Entity object that causes the event: its field `cause`
---@field settling? strata.Settling what follows the action; default "all"

--- What follows an action: "all" performs state-based actions, puts triggered abilities on the
--- stack and resolves the stack; "place" does the same without resolving; "checks" performs
--- state-based actions only; "none" does nothing.
---@alias strata.Settling "all"|"none"|"checks"|"place"

--- Executes the program of a watcher definition. Its parameters are given in `with`; the other keys
--- describe the action.
---@class strata.CodeAct
---@field code? string name of a watcher definition
--- given instead of `code`: true resolves the topmost object of the stack; beside the `code` of an
--- action: true does it as it resolves, so that nobody asks any more whether it could be announced,
--- and illegal targets drop out (608.2b); default false
---@field resolve? boolean
---@field settling? strata.Settling what follows the action; default "all"
---@field source? strata.Entity object that the program belongs to: `this`; may be gone
---@field you? strata.Entity player who performs the program: `you`
---@field with? table<string, strata.Value> values of the program's parameters, by name

--- One option of a decision.
---@class strata.Option
---@field value? strata.Value the value that the option stands for
--- what names the option: its own text, a word, "yes" or "no", or "Grizzly Bears #3:1"
---@field text string
---@field to? strata.Entity of an object that may be assigned: the place, as `at_once` offers it
---@field outcome? string what happens if it is chosen, where the engine knows

--- A question to a player, in plain fields. `tostring`, and so the REPL, shows it with one line for
--- each option.
---@class strata.Decision
---@field id integer number of the decision within its action, from 1
---@field purpose strata.Purpose what the answer is used for
---@field who strata.Entity|nil player who decides
---@field source strata.Entity|nil object that asks
---@field prompt string|nil text to show to the player
---@field options strata.Option[] the options
--- smallest number of options to choose; for "number" the smallest number; for "divide" and
--- "allocate" the smallest amount of an option
---@field least integer
--- largest number of options to choose, and correspondingly for the other purposes
---@field most integer
---@field total integer for "divide" and "allocate": the sum of the amounts
---@field ordered boolean true if the order of the chosen options matters
---@field hidden boolean true if other players may not see the answer before all answers are given
--- true if something was rolled or revealed before it: retract and cancel are refused
---@field firm boolean
---@field missed boolean true if the rules changed after it was answered, so that it is asked again
---@alias strata.Purpose
---| "replace" | "order triggers" | "order timestamps" | "target" | "mode" | "may"
---| "choose" | "divide" | "order" | "number" | "allocate" | "keep"
---| "concede"

--- Returns the open decisions; an empty list if no action waits. Cost O(options).
---
--- ```lua
--- -- strata --pack delve repl
--- world:act("hit", { who = game:put("Duelist"), amount = 5 }) --> "decide"
--- world:decisions()[1].prompt --> "parry?"
--- ```
---@return strata.Decision[]
function World:decisions() end

--- Answers an open decision: the first one, or the one that `options` selects. Then, if no decision
--- is open any more, the action goes on where it waits, or is executed again with all answers; the
--- result is the same.
---
--- An option is named by its number, its text, or its value (an entity, its name or id, a word,
--- true or false); several options are given as a list. No option at all is {}, or "none" if no
--- option is called so. For "number" the answer is that number; for "divide" and "allocate" a table
--- of amounts by option: { 2, 1 }, { ["Bear"] = 2 }. An illegal answer raises an error that lists
--- the legal ones, and the decision stays open. Cost: that of what follows from the answer; also
--- all that the action has changed so far, if anything of the world was read since the question, as
--- names of entities among the options are; that of the whole action in a fork, after a load or a
--- retracted answer, and where a function asks.
---
--- ```lua
--- -- strata --pack delve repl
--- duelist = game:put("Duelist")
--- world:act("hit", { who = duelist, amount = 5, power = 1, pierce = 1 }) --> "decide"
--- world:answer("no") --> "done"
--- duelist.hp --> 15
--- ```
---@param answer strata.Value|(strata.Value)[]|table<strata.Value, integer> the answer
---@param options? { decision?: integer, who?: strata.Entity } id or player of the decision
---@return strata.Outcome "decide" if a decision is open
function World:answer(answer, options) end

--- Takes back the newest answer; its decision is open again. Raises if there is no answer, or if
--- something was rolled or revealed since. Cost: that of the action up to that decision.
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

--- Abandons the waiting action; the world is as it was before it. Raises if the action has rolled
--- or revealed something. Cost O(options).
---
--- ```lua
--- -- strata --pack delve repl
--- world:act("hit", { who = game:put("Duelist"), amount = 5 }) --> "decide"
--- world:cancel()
--- world:decisions() --> no decision is open
--- ```
function World:cancel() end

--- Lets a player concede, at any moment: the event happens that the rules name (`play { concedes =
--- "concede" }`, 104.3a). While a decision is open any player may concede. The event then happens
--- amid the action, before the step that asks, whose answers so far are asked for again; the action
--- goes on, or ends with the game. Who has conceded is asked nothing more in it: what they would
--- decide gets the answer that does least. The concession is kept among the answers, and retract
--- takes it back. An action that is still being announced, or that cannot be done without the
--- player, is given up instead. Raises if the rules name no event, and once the game has ended.
--- Cost: that of the action.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- world:concede(B) --> "done"
--- A.has_won --> true
--- ```
---@param player strata.Entity
---@return strata.Outcome "decide" if a decision is open
function World:concede(player) end

--- Returns a copy of the world in the state in which the open decision was reached: the changes
--- that the action has made so far are in it. The copy can only be read; a fork of it is an
--- ordinary world. Raises if no decision is open. Cost: a fork, and the action up to the decision.
---
--- ```lua
--- -- strata --pack delve repl
--- duelist = game:put("Duelist")
--- world:act("hit", { who = duelist, amount = 5, power = 1, pierce = 1 }) --> "decide"
--- world:peek():entity(duelist.id).hp --> 20
--- ```
---@return strata.World
function World:peek() end

--- Sets a function that answers decisions in place of players, as soon as they are reached. Its
--- result is read as by World:answer; nil leaves the decision open. The function may read the
--- world. If it raises or returns an illegal answer, the action is taken back and the call that
--- started it raises. Forks and saves do not include the policy. Raises for a world whose rules
--- belong to a host. Cost O(1).
---
--- ```lua
--- -- strata --pack delve repl
--- world:policy(function(decision) return decision.prompt == "parry?" end)
--- world:act("hit", { who = game:put("Duelist"), amount = 5 })
--- --> "done", "it did not happen: it could not happen"
--- ```
---@param decide? fun(decision: strata.Decision): strata.Value|(strata.Value)[]|nil nil: none
function World:policy(decide) end

--- Sets an observer: a function that receives each row of the log once, in order, when an action
--- completes or stops at a decision. It may read the world as it is then, and nothing else.
---
--- A row whose `what` is "missed" and whose `count` is 0 is not in the log: it announces that the
--- row with its number, and all later ones received so far, did not happen after all. If the
--- function raises, the call that performed the action raises when it is done. Forks and saves do
--- not include the observer. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- world:view(function(row) print(row.what, row.kind) end)
--- world:act("gain_life", { player = A, amount = 3 })
--- --> happened	gain_life
--- --> "done"
--- ```
---@param told fun(row: strata.LogRow) receives a row of the log
function World:view(told) end

--- Returns what a player may see and do, as data without handles: a bot or a client of the player
--- gets this in place of a world. Objects are called by view ids, which are numbers of this player
--- alone and tell nothing of handles (World:seat_secret). A view id stands for an object as long as
--- the player can follow it by eye; in a zone whose faces the player does not see it stands for a
--- place. Neither the table nor the order of anything in it depends on a face that the player does
--- not see.
---
--- In a hidden zone the player sees no faces, unless the zone is the player's own and not ordered.
--- Of what lies face down the player sees only current values. Besides, the player sees what an
--- event or World:disclose has shown. While a decision is open, all of this is as it stands in the
--- middle of the action (World:peek). Raises in handlers. Cost O(entities * attributes), and that
--- of World:legal or World:peek.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- #world:seat(A).legal --> 9
--- #world:seat(B).legal --> 0
--- world:seat(A).waits --> false
--- ```
---@param player strata.Entity
---@return strata.Seat
function World:seat(player) end

--- What a player may see and do.
---@class strata.Seat
--- zone by zone, each from its bottom, then what is in no zone
---@field objects strata.SeenObject[]
---@field questions strata.SeenQuestion[] open decisions of this player
---@field waits boolean whether another player is asked something, which is not told
---@field legal? { code: string, source?: integer }[] as World:legal; nil while a decision is open

--- An object as a player sees it.
---@class strata.SeenObject
---@field id integer its view id
---@field sees "nothing"|"back"|"face" "back" is what lies face down: its current values
---@field zone? string
---@field place? integer in its zone, from 1 at the bottom
---@field whose? integer the player whose zone it is
---@field values? table<string, any> current values by attribute; nil if nothing is seen

--- A decision as the player sees it who decides: the fields of strata.Decision but who and missed;
--- entities are view ids.
---@class strata.SeenQuestion
---@field id integer
---@field purpose string
---@field source? integer
---@field prompt? string
---@field least integer
---@field most integer
---@field total integer
---@field ordered boolean
---@field hidden boolean
---@field firm boolean
---@field options { id?: integer, to?: integer, value?: any, text?: string, outcome?: string }[]

--- Finds the object that a view id of a player stands for now. While a decision is open, ask
--- World:peek() for the object of an id that World:seat gave. Raises in handlers. Cost O(1); in a
--- zone that the player does not see O(its place).
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- first = world:seat(A).legal[1]
--- world:seat_object(A, first.source) == world:legal(A)[1].source --> true
--- world:seat_object(B, first.source) --> nil
--- ```
---@param player strata.Entity
---@param id integer
---@return strata.Entity|nil
function World:seat_object(player, id) end

--- Sets the secret from which view ids are made, once, before any are given out. It is part of the
--- state. Without it a program that knows the library can compute handles from ids. Raises in
--- handlers. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- world:seat_secret(0x5eed)
--- ```
---@param secret integer a number that no player knows
function World:seat_secret(secret) end

--- Shows an object to a player, or to all players, as the write `discloses` of an event does: who
--- is shown it knows its face until it moves or its zone is shuffled. Raises in handlers. Cost
--- O(players that it was shown to).
---
--- ```lua
--- -- strata --pack classic repl
--- world:disclose(A)
--- ```
---@param object strata.Entity
---@param player? strata.Entity nil: all players
function World:disclose(object, player) end

--- Lists what a player may do now: actions that the rules, or abilities of objects, let the player
--- do. Each can be done by World:act, and World:act refuses all others with the reason. What an
--- action has still to announce, World:next_choice tells; what is not announced in `with` is asked
--- as a decision.
---
--- With `equal = true` objects that nothing tells apart stand as one: exchanging two of them gives
--- the same position. Then each action with an object has `count`, how many they are, and
--- `members`, these objects; it is done with the first of them.
---
--- Raises while a decision is open. An ended game has no actions. Cost: O(1) if nothing has changed
--- since the last call for this player; else that of asking about the objects that may have
--- changed, and of an action that reads more than its player and its object about all of its
--- objects. With `equal` also that of a position hash for each object.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- #world:legal(A) --> 9
--- #world:legal(B) --> 0
--- world:act(world:legal(A)[5]) --> "done"
--- #world:legal(B) --> 8
--- ```
---@param player strata.Entity
---@param options? { equal?: boolean } equal objects as one; default: each
---@return strata.LegalCodeAct[] first those of the rules, then those of objects by timestamp
function World:legal(player, options) end

--- An action of the list.
---@class strata.LegalCodeAct: strata.CodeAct
---@field count? integer with `equal`: how many objects it stands for
---@field members? strata.Entity[] with `equal`: these objects

--- Counts the ways to do an action, or all that a player may do. Ways that announce different
--- things are different. Choices that nothing later reads multiply what follows; the ways through
--- all others are looked at one by one.
---
--- Raises as World:next_choice does. Cost: that of World:legal, and of each way that is looked at
--- what it costs to find its options, and to try its cost where that reads a choice.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- world:count_legal(A) --> 9, false
--- ```
---@param who strata.Entity|strata.CodeAct a player, or an action with what is given for it
---@param options? { most?: integer } so many ways are looked at one by one; default 4096
---@return integer count
---@return boolean at_least true: there may be more
function World:count_legal(who, options) end

--- Takes one of the ways that World:count_legal counts, by chance, without listing them. If the
--- count is exact, each way is as likely; else an action is taken first, each as likely, and then
--- each choice among those with which the action can be done.
---
--- Without `random` one number of the world's is drawn, which changes the world. With it the world
--- stays as it is, and the number for the next call is returned. Raises as World:next_choice does.
--- Cost: twice that of World:count_legal.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- act, is_uniform, random = world:sample_legal(A, { random = 1 })
--- act.code, is_uniform --> "noughts:mark", true
--- ```
---@param who strata.Entity|strata.CodeAct a player, or an action with what is given for it
---@param options? { most?: integer, random?: integer } random: the caller's random number
---@return strata.CodeAct|nil act with all that it announces; nil: nothing can be done
---@return boolean is_uniform each way was as likely
---@return integer|nil random for the next call; nil if none was given
function World:sample_legal(who, options) end

--- Returns what an action announces next: a target, a mode, a number, with only those options with
--- which it can be done; nil if nothing is left to announce. The answer is given in the action's
--- `with`, under the choice's `name`.
---
--- With `equal = true` objects that nothing tells apart stand as one, as in World:legal: an option
--- has `count` and `members`, and its `value` is the first of them.
---
--- Raises an error with the reason if the action cannot be done so. Cost: that of trying to pay for
--- the action.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- world:next_choice(world:legal(A)[1]) --> nil
--- ```
---@param act strata.CodeAct as World:legal lists it
---@param options? { equal?: boolean } equal objects as one; default: each
---@return strata.NextChoice|nil
function World:next_choice(act, options) end

--- A choice that an action announces: a decision that is not asked yet.
---@class strata.NextChoice: strata.Decision
---@field name string under which World:act is given the answer, in `with`

--- Returns the periods that are open, from the outermost to the innermost: rounds, turns, phases.
--- Before the game has begun there are none. Cost O(periods).
---
--- ```lua
--- -- strata --pack noughts repl
--- #world:course() --> 0
--- world:act("start_game", { player = A }) --> "done"
--- world:course()[1].period --> "turn"
--- world:course()[1].player == A --> true
--- ```
---@return strata.OpenPeriod[]
function World:course() end

---@class strata.OpenPeriod
---@field period string its name
---@field player? strata.Entity whose it is

--- Lets the course of the game go on as if all who may act had passed: where players act in
--- succession the top of the stack resolves; else the innermost period ends, and one begins. It is
--- an action, which may ask for decisions. Raises before the game has begun and when it has ended.
--- With `into` that period begins next, which is inside of one that is open: what is open beside it
--- ends, and what would come in between is left out (724.1). Cost: that of the events, and of what
--- settles after each.
---
--- ```lua
--- -- strata --pack noughts repl
--- world:act("start_game", { player = A }) --> "done"
--- world:advance() --> "done"
--- world:course()[1].player == B --> true
--- ```
---@param into? string name of a period
---@return strata.Outcome
function World:advance(into) end

--- Returns in which action the game ended, by the event that its rules declare for that; nil while
--- it goes on. Nothing happens any more in a game that has ended. Cost O(1).
---
--- ```lua
--- -- strata --pack noughts repl
--- world:ended() --> nil
--- ```
---@return integer|nil
function World:ended() end

--- Sets the seed of the random numbers. Equal seeds give equal games; a new world has seed 0. Cost
--- O(1).
---
--- ```lua
--- world:seed(7)
--- ```
---@param seed integer any integer
function World:seed(seed) end

--- Adds a value to the notes of an entity, or of the world, under a key (607); nil removes all
--- values under the key. A string must be a symbol of the rules. An entity keeps its notes while
--- its last known information exists. Cost O(1).
---
--- ```lua
--- world:note(bear, "seen", 3)
--- world:noted(bear, "seen") --> { 3 }
--- ```
---@param owner strata.Entity|nil an entity; nil: the world itself
---@param key string any text
---@param value integer|boolean|strata.Entity|string|nil nil removes all values
function World:note(owner, key, value) end

--- Returns the values noted under a key, oldest first. Notes do not store types: true reads as 1,
--- and an integer of 2^32 or more that is the handle of an entity reads as that entity. Give the
--- type where this is ambiguous, or where the entity may have been discarded. Cost O(notes of the
--- owner).
---
--- ```lua
--- world:noted(nil, "nothing of this name") --> {}
--- ```
---@param owner strata.Entity|nil an entity, also with last known information only; nil: the world
---@param key string any text
---@param type? "any"|"int"|"flag"|"ref"|"sym" how to read the values; default "any"
---@return (integer|boolean|strata.Entity|string)[]
function World:noted(owner, key, type) end

--- One row of the log: something that happened, or did not.
---@class strata.LogRow
---@field number integer number of the row, from 1, increasing, never reused
---@field action integer number of the action, from 1
---@field parent integer|nil number of the row whose event contains this one
---@field what string "happened", "replaced", "prevented", "cannot", "skipped", ...
---@field kind string|nil name of the event type
---@field code string|nil name of the watcher definition
---@field who strata.Entity|nil entity that the event affects, may be gone
---@field source strata.Entity|nil cause of the event, may be gone
---@field count integer number of equal rows in succession that this one stands for
--- the event's fields by name. For "decided", by `who`: `purpose`, and lists of what was chosen:
--- `option` (its number), `chosen` (its value) and `amount`
---@field fields table<string, strata.Value>

--- Returns an iterator over the rows of the log: `for row in world:log() do`. Rows are plain
--- tables; in a handler they do not name entities that are hidden from it. Cost O(fields) for each
--- row.
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- for row in world:log() do print(row.number, row.what, row.kind) end --> 1	happened	gain_life
--- ```
---@param after? integer number of the last row to leave out; default 0
---@return fun(): strata.LogRow|nil
function World:log(after) end

--- Keeps rows that leave the log because no rule can ask for them any more (`log_lasts` of
--- strata.PlaySpec), for the host: `world:log` also returns them, but not in handlers, so nothing
--- that happens depends on it. They are no part of the state: forks and saves have none, and a
--- world that becomes the fork of another begins without. Cost O(1), then O(fields) for each row
--- that leaves.
---
--- ```lua
--- world:keep_log()
--- ```
---@param keep? boolean default true; false stops it and discards the rows that were kept
function World:keep_log(keep) end

--- Discards the rows of the log before a number. Cost O(discarded rows).
---
--- ```lua
--- -- strata --pack classic repl
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- world:forget_log()
--- world:log()()
--- ```
---@param before? integer number of the first row to keep; default: discards all
function World:forget_log(before) end

-- -- Records and replays -----------------------------------------------------

--- Starts a record of what is done to the world: act, with the answers given and the handlers that
--- failed; pass, seed, tick, disable, enable. A change by any other call is recorded as the
--- resulting state, a step "state". What is rolled back or undone is not recorded unless it is done
--- again: where the world is in a state that was recorded before, the record is what led to that.
---
--- A new record ends the previous one; forks and saves are not recorded. Raises while a decision is
--- open. Cost: a save; then, for each action, a walk over the rows of the log that it adds, and a
--- save for each change by other calls.
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- record:steps()[1].kind --> "tick"
--- ```
---@return strata.Record a record that grows with the game
function World:record() end

--- A record of a game, from which Rules:replay plays it again.
---@class strata.Record
local Record = {}

--- Returns the replay as bytes: versioned, with a checksum, the packs of the rules as in a save,
--- and the hash of the rules. Raises while a decision is open, if the world was reloaded under
--- other rules, or if another record was started. Cost O(size of the record).
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- select(2, world.rules:replay(record:save())) --> nil
--- ```
---@return string a replay, for Rules:replay
function Record:save() end

--- Returns the recorded steps: `kind`, the method that was called or "state", and `hash`, the hash
--- of the world after the step. Raises as Record:save does. Cost O(steps).
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- #record:steps() --> 1
--- ```
---@return { kind: string, hash: string }[]
function Record:steps() end

--- Options of Rules:replay.
---@class strata.ReplayOptions
--- true accepts a replay of other rules and packs, as far as these rules declare the names that it
--- uses; default false
---@field allow_changed? boolean
---@field steps? integer largest number of steps to replay; default: all

--- The first step of a replay after which the world differs from the recorded one. `tostring` gives
--- `text`.
---@class strata.Difference
---@field step integer number of the step, from 1
---@field kind string method that was called, or "state"
---@field name string description of the step, such as "act gain_life"
---@field expected string the recorded hash
---@field got string the hash after the replayed step
---@field problem string|nil why the step could not be replayed
---@field text string "step 3, act gain_life: expected hash ..., got ..."

---@class strata.Rules
local Rules = {}

--- Replays a record in a new world and compares the hash of the world after each step with the
--- recorded one. A handler that failed in the record is disabled before the action in which it
--- failed; a handler that fails only in the replay makes a difference. Raises if the bytes are
--- damaged, or are of other rules or packs. Cost: that of all steps, and one execution of an action
--- for each decision in it.
---
--- ```lua
--- record = world:record()
--- world:tick("turn") --> 1
--- world.rules:replay(record:save()):hash() == world:hash() --> true
--- ```
---@param bytes string a replay that Record:save returned
---@param options? strata.ReplayOptions which replays are accepted, and how many steps are replayed
---@return strata.World the world after the last step, or after the step that differs
---@return strata.Difference|nil the first difference, nil if there is none
function Rules:replay(bytes, options) end

-- -- Explanations of events --------------------------------------------------

--- One step in the explanation of an event. It remains valid after its world is gone.
---@class strata.AccountRow
--- "part of", "proposed", "decided", "not asked", "changed", "replaced", "prevented", "declined",
--- "passed over", "became", "cannot", "nothing", "happened", "contains", "triggered", "ran" or "why
--- not"
---@field step string
---@field verdict string|nil for "why not": the first condition that was not met
---@field row integer|nil number of the row in the log
---@field kind string|nil event type that the step is about
---@field code string|nil watcher definition that acted
---@field source strata.Entity|nil object that the watcher belongs to
---@field who strata.Entity|nil player who decided
---@field name string|nil the watcher and its object as text
---@field says string|nil further text
--- changed fields by name, with their values before and after; for a step that describes an event
--- all fields that are not 0, without `before`
---@field fields table<string, { before: strata.Value|nil, after: strata.Value }>

--- The explanation of an event: rows in order. `tostring` gives all rows as lines.
---@class strata.Account
---@field [integer] strata.AccountRow the rows
---@field text string all rows as lines of text
---@field json string all rows as JSON
--- from World:why_not: "kind", "absent", "zone", "lost", "looks after", "looks back", "condition",
--- "only if", "limit", "once", "again", "unpreventable", "cannot", "nothing", "class", "other",
--- "replaced", "declined", "share", "never", "resolved if", "targets", "not met", "it did"
---@field verdict string|nil

--- Selects an event of the log: by row or row number; the newest event of a type (an alias stands
--- for its type); or the newest event that affected an entity or created it.
---@alias strata.Happening integer|string|strata.LogRow|strata.Entity

--- Keeps the starting states of the newest actions, so that World:why and World:why_not can explain
--- them. From then on each action costs a copy of the state. Forks and loaded worlds keep none.
--- Cost O(1), and the copies.
---
--- ```lua
--- world:remember(8)
--- ```
---@param actions integer number of actions to keep, 0 to 65536; 0 keeps none
function World:remember(actions) end

--- Explains an event: what was proposed, what was decided, what replaced or prevented it, in order,
--- and what it caused. The action is executed again on a copy; the world does not change. Raises if
--- the world does not remember the action, or if the action now takes another course. Cost: a fork,
--- and the action.
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
---@param event strata.Happening the event to explain
---@return strata.Account
function World:why(event) end

--- Explains why an ability of a card did nothing about an event: the first condition that was not
--- met, with the values at that time. Cost: three times that of World:why.
---
--- Given an action instead, a table as for World:act, it says why that cannot be done, in the words
--- in which World:act refuses it, and of what kind the reason is: "over", "player", "object",
--- "condition", "announced", "choice" or "cost"; nil if it can be done. Cost: that of
--- World:next_choice.
---
--- ```lua
--- -- strata --pack classic repl
--- warden = game:put("Soul Warden")
--- world:remember(8)
--- world:act("gain_life", { player = A, amount = 3 }) --> "done"
--- world:act("move", { who = warden, to = "graveyard" }) --> "done"
--- world:why_not(warden, "soul_warden", "move").verdict --> "looks after"
--- ```
---@param card strata.Entity|strata.CodeAct|nil the object as it was then; nil: any with the ability
---@param code? string name of a watcher definition, or its beginning, "soul_warden"
---@param event? strata.Happening default: the newest event of the type that the watcher is about
---@return strata.Account|string|nil
---@return string|nil kind of an action: the kind of the reason
function World:why_not(card, code, event) end
