---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words of card files, of laws and of scenarios.
---
--- These are the only names in a card file, besides `settings` and `require` for modules of its
--- pack: there is no function of Lua, and nothing that one file could leave behind for another. A
--- word returns a plain description, which is checked when the pack is loaded. A mistake is told
--- with file, line, card, ability and the nearest word. Nothing in this file runs.

---@class strata.Phrase an expression, a condition or a predicate; combined by & | ~ and + - * //
---@class strata.Change what happens to a value
---@class strata.Bag several changes

---@alias strata.Number integer|strata.Phrase

-- -- A file returns one of these, or a list of them -----------------------------

--- Describes a card. Named fields are attributes that the rules declare; the list part holds its
--- abilities. A file of a card folder returns a card or a list of cards.
---
--- ```lua
--- return card {
---   name = "Second Anthem", cost = "1WW", types = { "enchantment" },
---   static { each.creature:of(you), power = add(1), toughness = add(1) },
--- }
--- ```
---
--- Besides attributes a card can say:
--- - `id`: its name in saves, without the pack, if it is not that of the file
--- - `text`: what is printed on it
--- - `back`: its other face, as `card { ... }`
--- - `like`: the name of another card, "Grizzly Bears" of the same pack or "classic:Grizzly Bears".
---   It has the fields of that card that it does not say itself, its back, and its abilities before
---   its own; one with the keyword or short name of an own ability is left out
--- - `without`: abilities of that card that it does not have, by position, keyword or short name
--- - `abstract = true`: nothing is made of it; it is there for cards that are like it
---@param fields table attributes by name, and a list of abilities
function card(fields) end

--- Changes a card of another pack, which the manifest names under `requires` or `optional`. `amend`
--- takes the id of the card and returns a function that takes the changes:
--- - an attribute: a new value, or an operation (add, sub, mul, at_least, at_most, remove,
---   remove_all)
--- - the list part: additional abilities
--- - `without`: abilities to remove
--- - `instead`: abilities to replace, by position
--- - `back`: the same changes for the other face
---
--- An ability is named by its position in the card's list, its keyword, or its short name.
---
--- In a file of laws it changes an action of another pack: a field gets a new value, or by `add`
--- acts behind those that it has, and `without` takes fields out.
---
--- ```lua
--- return amend "classic:sky_spirit" {
---   power = add(1), without = "flying", instead = { [2] = static { power = add(2) } }, "trample",
--- }
--- ```
---@param id string id of the card, "pack:card"
---@return fun(fields: table) a function that takes the changes
function amend(id) end

--- Describes a test: a game that is set up, steps, and what must hold afterwards. Its fields are
--- `name`, `rules` (numbers of the rules that it tests), `setup`, `steps` and `expect`. With `sound
--- = true` each step is also performed and rolled back, performed by a copy of the game, and saved
--- and loaded; all of these must lead to the same state, and `expect` may be left out. A scenario
--- whose lines all hold before its steps does not pass, unless something stood in the way of these
--- or it says `unchanged = true`.
---
--- ```lua
--- return scenario {
---   name = "a bear",
---   setup = { { "A", "battlefield", "Grizzly Bears" } },
---   expect = { "pt(Grizzly Bears) = 2/2" },
--- }
--- ```
---@param fields table the parts of the scenario
function scenario(fields) end

--- Describes properties that hold in every game of a pack, after every step: the file
--- tests/properties.lua returns a list of `property`. `events` lists the event types that explored
--- games (strata test --explore) may start with, `steps` the verbs of their steps; default: all.
---
--- ```lua
--- return properties {
---   events = { "damage", "gain_life" },
---   steps = { "emit", "put", "settle" },
---   property { "damage is not negative", never = each.creature:where(it.damage:at_most(-1)) },
--- }
--- ```
---@param list table properties, and `events` and `steps`
function properties(list) end

--- Describes one property: its name, and one of `never`, a predicate that no entity may satisfy;
--- `always`, a condition; or `holds`, a function. The function receives a strata.SeenGame and
--- returns true, or false and a text that describes the violation. It may read the game and nothing
--- else.
---
--- ```lua
--- return properties {
---   property { "two play", always = count(each.player):is(2) },
---   property {
---     "nobody has the sum of all life twice",
---     holds = function(game)
---       return game.players[1].life + game.players[2].life >= -1000, "too little life"
---     end,
---   },
--- }
--- ```
---@param fields table name, and `never`, `always` or `holds`
function property(fields) end

--- Describes what the rules themselves do: a list of `law`, `action` and `keyword`.
---
--- ```lua
--- return laws { law { "giants are tall", each.giant, toughness = add(1) } }
--- ```
---@param list table laws, actions and keywords
function laws(list) end

--- Describes a continuous effect of the rules: a name, the affected objects, and changes.
--- - `counter`: applies once for each object with counters of this kind
--- - `last`: applies after all other effects of its layer
--- - `intrinsic`: abilities that it gives are intrinsic (305.6)
---
--- ```lua
--- return laws { law { "bears are strong", each.bear, power = add(1) } }
--- ```
---@param fields table name, affected objects, changes and options
function law(fields) end

--- Describes what a player may do by the rules, such as to mark a cell. World:legal lists it, and
--- World:act does it. It is announced, then paid, then done (601.2):
--- - `by`: who may do it, a predicate over players; `you` is then that player
--- - `with`: with which object it is done, which is `this`; without it, with none
--- - `when`: a condition, of `this` and `you`
--- - `target`, `targets`: as those of `whenever`
--- - `announce`: a list of `choose { ... }` for what is chosen before it is paid and is no target
--- - `cost`: acts that must all happen, or something else in their place; else it cannot be done
--- - `act`: what it does; with `stacked = true` when it resolves from the stack
--- - `pays`: the pool into which it gives, so that it may be done amid a payment from it (605.3)
---
--- ```lua
--- return laws {
---   action {
---     "rest",
---     by = each.player,
---     with = each.permanent:of(you):being("tapped"),
---     act = untap { who = this },
---   },
--- }
--- ```
---@param fields table name, who may do it, with what, when, its cost and acts
function action(fields) end

--- Describes a keyword: its name, and the ability that it stands for.
---
--- ```lua
--- return laws { keyword { "reach", static { this, power = add(1) } } }
--- ```
---@param fields table name and ability
function keyword(fields) end

-- -- Abilities ------------------------------------------------------------------

--- A static ability (604): the affected objects, default `this`; changes; `when`, a condition;
--- `zones`, the zones in which it functions ("graveyard", a list of zones, or "all"; default: the
--- battlefield); `layer`, in which all of its changes apply instead of their usual layers; `text`,
--- which explanations call it by, as they do any ability that has one.
---
--- ```lua
--- static { each.bear:of(you), power = add(1) }
--- ```
---@param fields table affected objects, changes, `when`, `zones`, `layer`, `text`
function static(fields) end

--- A characteristic-defining ability: it defines characteristics of its own object in every zone
--- (604.3).
---
--- ```lua
--- defining { power = count(each.forest:of(you)) }
--- ```
---@param fields table changes, such as power = count(...)
function defining(fields) end

--- A mana ability that adds mana: mana("G"), mana("CC"), or mana("any") for one mana of any colour.
--- The pool of the rules says by `gives` what it costs and does: it is an action that may be done
--- amid a payment (605.3), and World:legal lists it where the rules say when, by
--- `actions = { mana = ... }`. Without such a pool it is refused; in games of before 0.4 it is a
--- text.
---
--- ```lua
--- mana("G")
--- ```
---@param letters string letters of the pool, or "any"
function mana(letters) end

--- The effect of an instant or sorcery: either changes with `lasts` and `only_if`, which affect the
--- target unless the list names other objects, or `act`, one act or a list of acts. Acts can use
--- `target`, named.target_2 and `x`. `announce`, `target` and `targets` are those of `whenever`:
--- what it cannot aim at is refused as it is announced, and if all targets are no longer legal
--- nothing is done (608.2b). `cost` lists acts to perform first; if one cannot happen, it cannot be
--- done. `text` is what explanations call it.
---
--- ```lua
--- spell { act = damage { source = this, who = target, amount = 3 } }
--- ```
---@param fields table changes or `act`, and options
function spell(fields) end

--- An activated ability: a short name, then the affected objects (default `this`), changes, `lasts`
--- and `cost`, which is a text for readers; or `act`, as for `spell`, with `announce`, `target`,
--- `targets`, `cost`, `pays` (as for `action`) and `text`. `loyalty` is how many loyalty counters
--- are added as its cost; a negative number removes them (606.4).
---
--- ```lua
--- activated { "growl", this, power = add(1), lasts = "turn" }
--- ```
---@param fields table short name, changes or `act`, and options
function activated(fields) end

--- A triggered ability that a step of a scenario performs: a short name, then the affected objects
--- (default `this`), changes and `lasts`; or `act`, as for `spell`.
---
--- ```lua
--- triggered { "roar", each.bear, power = add(1), lasts = "turn" }
--- ```
---@param fields table short name, changes or `act`, and options
function triggered(fields) end

--- A triggered ability (603). If the first element of the list is an event pattern, the ability
--- triggers on events that match it:
--- - `act`: the effect, one act or a list of acts
--- - `target`: a predicate; or several targets, `targets = { { each.creature, as = { "one", "other"
---   }, optional = true } }`, used as named.one. Those of one entry are different ones
--- - an entry of `targets` with `least` and `most` is "up to two": `{ each.creature, as = "prey",
---   least = 0, most = 2 }`. named.prey stands for all of them: an act about it happens for each,
---   and first in the list of `each` or `effect`, or in count, it is a predicate. `most` is 16 at
---   most; both can be expressions. `when`: a condition, without which it has no such target
--- - `divide = { 4, as = "share" }` of such an entry: each gets a part of at least 1, which is
---   announced, and is named.share in an act about them (601.2d)
--- - `announce`: a list of `choose { ... }` for modes and numbers, which are chosen before targets
--- - `when`: condition for triggering; `only_if`: intervening if (603.4)
--- - `may`: the player may decline; `looks_back`: looks back in time (603.10)
--- - `limit = "turn"`: triggers once each turn; `do_limit = "turn"`: "do this only once each turn"
---   (603.2i)
--- - `immediate`: does not use the stack, and does not wait until the action settles; by default
---   what `play` of the rules says
--- - `zones`: zones in which the ability functions; `text`: what explanations call it
--- - `prompt = "always"`: the order of triggers is asked for even where it makes no difference
---
--- Without a pattern it is the same as `triggered`.
---
--- ```lua
--- whenever { enter { who = each.elf:of(you) }, act = gain_life { player = you, amount = 1 } }
--- ```
---@param fields table pattern, `act` and options
function whenever(fields) end

--- A replacement effect without a program: it gives the object an ability of this category, with
--- the given short name.
---
--- ```lua
--- replacement { "enters tapped" }
--- ```
---@param fields table the short name
function replacement(fields) end

--- A replacement effect by which an object may enter as a copy (707.9). The list begins with what
--- can be copied: a predicate of which one object is chosen, `this` or `attached`; without it, the
--- object enters as a copy only where a step says so. Changes are exceptions of the copy.
--- - `must`: the choice is not optional
--- - `zones`: zones in which it functions; `text`: what explanations call it
--- - `counters`: counters with which it enters as a copy
---
--- ```lua
--- enters_as_copy { each.creature, supertypes = remove("legendary"), counters = { ["+1/+1"] = 1 } }
--- ```
---@param fields table what can be copied, exceptions and options
function enters_as_copy(fields) end

--- A further sentence of the same ability, with its own affected objects and `when`. In the list of
--- a `replace` that chooses, `also { acts }` is an act whose events are part of the replaced event.
---
--- ```lua
--- static { each.bear, power = add(1), also { each.giant, power = sub(1) } }
--- ```
---@param fields table affected objects and changes, or acts
function also(fields) end

--- The ability in which the word stands, for grant(this_ability).
---
--- ```lua
--- static { each.bear:except(this), abilities = grant(this_ability) }
--- ```
this_ability = nil

-- -- Events: watchers and acts --------------------------------------------------------

-- The name of an event type that a pack's events.lua declares is a word. Where an ability reacts to
-- events it is a pattern: each field is tested by a predicate on the entity in it, an entity, a
-- constant, a list of words, or a condition. Where an effect is described it is an act, which makes
-- such an event; its options are `when`, `times`, `as` and `instead` (a self-replacement effect,
-- 614.15). Every event also has the fields `by`, the player who makes it, `cause`, the object whose
-- ability or effect makes it, and `effect`, whether an effect added it to another event. With a
-- predicate in its list, an act makes one event for each object, which is `it`:
--
-- ```lua
-- damage { each.creature:without("flying"), source = this, who = it, amount = 1 }
-- ```

--- Fields of the current event: event.amount. event.became is the new object that the affected
--- object became; for a creature that died, the card in the graveyard, as long as it is there
--- (400.7).
---
--- ```lua
--- whenever { damage { who = this }, act = gain_life { player = you, amount = event.amount } }
--- ```
event = nil

--- Variables of the current program, bound by an earlier act or a choice: named.x.
---
--- ```lua
--- activated {
---   "burn",
---   target = each.creature,
---   act = { roll { 6, as = "n" }, damage { source = this, who = target, amount = named.n } },
--- }
--- ```
named = nil

--- A replacement effect (614). The list holds an optional short name and the event pattern; then
--- follows one of
--- - `with`: fields of the event with new values
--- - `instead`: one act or a list of acts that replace the event
--- - `also`: acts whose events are part of the event; of an object that enters, event.who is then
---   the permanent
--- - `nothing = true`: the event does not happen
---
--- Options are `when`; `optional`; `after`, acts performed afterwards; `class`, one of "self",
--- "control", "copy", "back" (616.1); `again`, applies more than once to an event (903.9b);
--- `choose`; `limit`; `times`; `zones`; `text`; and `prompt = "always"`, also for `prevent` and
--- triggers: the order is asked for even where all orders have the same result.
---
--- ```lua
--- replace { draw_cards { player = you }, with = { count = event.count * 2 } }
--- ```
---@param fields table pattern, replacement and options
function replace(fields) end

--- A prevention effect (615): an event pattern, and how much it prevents:
--- - `amount`: from each event; default: all
--- - `once`: one whole event; then the effect ends
--- - `next`: this amount in total; only in `start`
---
--- `after` lists acts performed afterwards, which can use event.prevented. Options are `when`,
--- `optional`, `limit`, `prompt`, `text` and `zones`. For one_or_more(pattern), `after` is
--- performed once for all simultaneous events, with the total of what is prevented.
---
--- ```lua
--- prevent { damage { who = this, source = each.red:anywhere() }, amount = 1 }
--- ```
---@param fields table pattern, amount and options
function prevent(fields) end

--- A redirection effect (614.9): an event pattern, and `to`, the new recipient; it applies only if
--- that object is there. `amount`: from each event, default all; `next`: this amount in total, only
--- in `start`; `times`: number of events. Options are `when`, `optional`, `limit`, `text` and
--- `zones`.
---
--- ```lua
--- redirect { damage { who = this }, to = you, amount = 1, times = 1 }
--- ```
---@param fields table pattern, `to` and options
function redirect(fields) end

--- An effect by which events cannot happen (614.17): an event pattern, `when`, `zones`. With
--- `prevent` around the pattern such events happen, but nothing of them can be prevented:
--- prevention effects apply to them and prevent nothing, and shields are not used up (615.12).
--- `text` is what explanations call it.
---
--- ```lua
--- cant { enter { who = each.creature, from = "graveyard" } },
--- cant { prevent { damage { source = each.creature:of(you), combat = true } } }
--- ```
---@param fields table pattern and options
function cant(fields) end

--- A replacement effect on how an object enters (614.1c):
--- - `tapped`: enters tapped
--- - `counters`: numbers by kind, put on it by its controller as it enters (122.6)
--- - `chosen`: one of a list of words; `chosen_player`: a player who satisfies a predicate
--- - `under`: the player under whose control it enters
--- - `besides`: characteristics that it has in addition
--- - `with`: other fields of the event
--- - `when`, `unless`: conditions; `unless_paid`: an act, or `pays`, that avoids all of the effect
--- - `after`: acts performed afterwards
--- - `zones`: zones in which it functions; `text`: what explanations call it
--- - `others`: concerns other entering objects than itself
---
--- ```lua
--- enters { tapped = true, unless = exists(each.forest:of(you)) },
--- enters { tapped = true, unless_paid = pay_life { player = you, amount = 2 } },
--- enters { others = each.elf:of(you), counters = { ["+1/+1"] = this.power } }
--- ```
---@param fields table what is changed about the entry, and options
function enters(fields) end

--- The counters `{ kind = 1 }` for each kind of counter that is on an object: enters { counters =
--- each_kind_on(this) }.
---
--- ```lua
--- enters { counters = each_kind_on(this) }
--- ```
---@param who strata.Phrase the object with the counters
function each_kind_on(who) end

--- A triggered ability that triggers at the beginning of a phase: the name of the phase, `of`, the
--- player whose phase it is, and the fields of `whenever`.
---
--- ```lua
--- at { "upkeep", of = you, act = draw_cards { player = you, count = 1 } }
--- ```
---@param fields table phase, `of`, and the fields of `whenever`
function at(fields) end

--- A state trigger (603.8): a condition, and the fields of `whenever` but for `when` and
--- `looks_back`.
---
--- ```lua
--- as_soon_as { you.life:less_than(1), act = lose_game { player = you } }
--- ```
---@param fields table condition, and the fields of `whenever`
function as_soon_as(fields) end

--- An event pattern that triggers once for all simultaneous events that match it: whenever {
--- one_or_more(die {}) }.
---
--- ```lua
--- whenever {
---   one_or_more(die { who = each.bear }),
---   act = draw_cards { player = you, count = 1 },
--- }
--- ```
---@param pattern table an event pattern
function one_or_more(pattern) end

--- An effect by which abilities that trigger on matching events trigger an additional time, or
--- `amount` additional times (603.2d). `of` is a predicate for the objects whose abilities are
--- meant; without it, those of all objects. In `when`, named.source is the object whose ability
--- triggers, and named.controller the player who controls the ability. An ability that has a
--- `limit` never triggers more often than that (603.2h). `zones` are those in which it functions,
--- and `text` is what explanations call it.
---
--- ```lua
--- more { enter { who = each.bear }, of = each.permanent:of(you) }
--- ```
---@param fields table pattern, `of`, `when` and `amount`
function more(fields) end

--- An effect by which no ability triggers on matching events; `of`, `when`,
--- `zones` and `text` are those of `more`.
---
--- ```lua
--- never { enter { who = each.bear }, of = each.permanent:not_of(you) }
--- ```
---@param fields table pattern, `of` and `when`
function never(fields) end

--- A handler of a chain: on.TYPE.PHASE { ... } is called when an event of that type walks along the
--- chain of that phase. On a card, the handler is printed in the chain of each object of the card;
--- in a file of laws, in the chain of all. The list begins with an optional name, by which the
--- handler is hooked and unhooked.
--- - `rank`: handlers with a higher rank are called earlier; `when`: condition
--- - `store`: types of stored variables by name, used as named.x
--- - `with`: fields of the event with new values; `act`: acts
--- - `stop`, `drop`: true or a condition: ends the walk, unhooks the handler
--- - functions in the list part are called
--- - `hooked`: true if the handler is not printed, only hooked by acts
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.before { "tough", rank = "high", with = { amount = event.amount - 1 } }
--- ```
on = nil

--- The number of a named rank, to place a handler between two: rank = rank("high") + 1.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.before { rank = rank("high") + 1, when = event.amount:at_least(9), stop = true }
--- ```
---@param name "highest"|"high"|"medium"|"low"|"lowest" name of a rank
---@return integer
function rank(name) end

--- An act that hooks handlers into the chain of an object, or into the chain of all if the list
--- names no object: hook { this, "rage", lasts = "turn", try = true }. `try` accepts handlers that
--- are already in the chain.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.after { "wary", act = hook { this, "delve:guarded", lasts = "turn", try = true } }
--- ```
---@param fields table object, names, `lasts` and `try`
function hook(fields) end

--- An act that removes handlers from a chain. `try` accepts handlers that are not in the chain.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.after { "calmed", act = unhook { this, "delve:rage", try = true } }
--- ```
---@param fields table object, names and `try`
function unhook(fields) end

--- An act that starts a `replace`, `prevent`, `redirect` or `cant` effect. `lasts` is a duration,
--- as for effects; `of` the player whom the effect belongs to, default `you`; `when` a condition.
---
--- ```lua
--- start { prevent { damage { who = target }, next = 3 }, lasts = "turn" }
--- ```
---@param fields table the effect, `lasts`, `of` and `when`
function start(fields) end

--- An act that starts a continuous effect (611): the affected objects, changes as in abilities,
--- `when`, and `lasts`, a duration or as_long_as(...); default: no end. The effect is fixed to the
--- objects that satisfy the predicate when it starts, except for attributes that are no
--- characteristics (611.2c). Numbers are evaluated once for each object, unless they are live(...)
--- (611.2d). Each `also { objects, changes }` in the list is a separate effect.
---
--- ```lua
--- effect { target, power = add(named.x), abilities = grant("haste"), lasts = "turn" }
--- ```
---@param fields table affected objects, changes, `when` and `lasts`
function effect(fields) end

--- An act that creates a delayed triggered ability (603.7): an event pattern, `act`, `when`,
--- `only_if`, `lasts`, `immediate`, and `each_time`, true if it can trigger more than once while it
--- lasts; then `lasts` must be said, as without a duration it triggers once (603.7b).
---
--- ```lua
--- later { phase_begins { phase = "end step" }, act = exile { who = target } }
--- ```
---@param fields table pattern, `act` and options
function later(fields) end

--- An act that performs other acts and undoes their moves when this object leaves the battlefield:
--- the moved objects return under their owners' control at once. If this object has already left,
--- nothing is moved (610.3). `back` names the zone to return to; `link` names the link (607) by
--- which functions find the moved objects.
---
--- ```lua
--- until_leaves { exile { who = target } }
--- ```
---@param fields table acts, `back` and `link`
function until_leaves(fields) end

--- An act that creates a reflexive triggered ability (603.12): when_you_do { acts }.
---
--- ```lua
--- activated {
---   "feed",
---   act = { sacrifice { who = this }, when_you_do { draw_cards { player = you, count = 1 } } },
--- }
--- ```
---@param fields table acts
function when_you_do(fields) end

--- An act that calls a function, for what data cannot express: handler(function(ctx) ... end).
--- Variables of the program that the function needs are passed by name: handler { f, target =
--- target }. The function may be executed again from its start, and keeps no state (strata.Ctx,
--- action_api.lua).
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = handler(function(ctx) ctx:note(ctx.this, "seen", true) end),
--- }
--- ```
---@param fields table|fun(ctx: strata.Ctx) a function, or a list: function and parameters
function handler(fields) end

--- An act that a player may decline: may { acts, by = you, so = { acts }, otherwise = { acts } }.
--- `so` is performed if the player accepts, whatever the acts achieve (118.12), `otherwise` if not;
--- `as` names the variable with the choice. A player who has no possible choice is not asked
--- (608.2d). A payment, `pays`, stands first: then only who can pay is asked, the other acts and
--- `so` are performed if it was paid, and `otherwise` if not.
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = may { draw_cards { player = you, count = 1 }, by = you },
--- }
--- ```
---@param fields table acts, `by`, `so`, `otherwise` and `as`
function may(fields) end

--- An act that assigns each of some objects to one of some places, or to none, and lets its acts
--- happen for each pair, all at the same time; `it` is who is assigned, and the name in `as` the
--- place. Restrictions are obeyed, and as many requirements are fulfilled as can be (508.1d,
--- 509.1c); the player is offered only what can be completed so.
--- - `to`: to whom one can be assigned
--- - `can`: only where this holds; `each`: to so many places at most, without it to one
--- - `company`: only with so many others; `in_all`: so many at most
--- - `least`, `most`: a place, which is `it`, gets none or so many; at most so many
--- - `must`, `must_to`: so many requirements say that it is assigned, that it is to this place
--- - `needed`: so many say that somebody is assigned to the place, which is `it`
--- - `by`: who decides; `at_once = true`: in one answer, which is refused if it is not legal
---
--- ```lua
--- -- on a card
--- whenever {
---   enter { who = this },
---   act = assigns {
---     each.elf:of(you),
---     to = each.bear,
---     as = "bear",
---     can = it.power:at_least(named.bear.power),
---     tap { who = named.bear },
---   },
--- }
--- ```
---@param fields table who, `to`, `as`, restrictions, requirements, and acts
function assigns(fields) end

--- An act by which objects on the stack get other targets (115.7). Their player chooses for each
--- target in turn, and is offered only what is legal for the object and its controller, together
--- with its other targets. What was no target of it before becomes one; no number of targets and
--- no division changes. A card that only lies on the stack has announced nothing.
--- - `change`: "all", the default: each becomes another one, or if one cannot, all stay (115.7a);
---   "one" of them becomes another one (115.7b); "any" of them may, and others stay (115.7d)
--- - `by`: who chooses, you by default
---
--- ```lua
--- whenever {
---   damage { who = this },
---   act = retargets { each.card:inside("stack"), change = "any" },
--- }
--- ```
---@param fields table whose targets, `change`, `by`, `when`
function retargets(fields) end

--- An act that pays from a pool: symbols, of which a number is so many of any kind, X is `x`, {R/W}
--- is one of either, and {2/R} is either two of any or a red one, as the player chooses. `needs =
--- { { "R", amount = this.reds } }` says it by numbers, and without a letter of any kind; `from` is
--- the pool, if there are several. What every way to pay spends or uses (`pays` of `action` and
--- `activated`) is not asked; of the rest the player is asked, every option leaves the rest
--- payable, "auto" asks no more, and objects that nothing tells apart are one option, and then a
--- number.
---
--- In a cost it is paid by who does the action. Elsewhere `by` pays, `you` by default, if it can be
--- paid, and `as` is a name for whether it was; in `may` and `unless_paid` the player may leave it.
---
--- ```lua
--- activated {
---   "stoke",
---   cost = { pays { "{1}{R/W}", from = "purse" } },
---   act = gain_life { player = you, amount = 1 },
--- }
--- ```
---@param fields table symbols, `needs`, `from`, `x`, `by`, `as`, `when`
function pays(fields) end

--- An act that asks a player and binds the answer to a variable; as the value of a field, the
--- answer itself. choose { each.creature:of(you), by = you, as = "given" } chooses an object,
--- choose { "number", as = "n" } a number, choose { "word", of = { "a", "b" }, as = "w" } a word.
--- `least` and `most` bound a number, which is `least` without a question if that is not below
--- `most`; of objects and words one is chosen, or none if `least` is 0.
---
--- ```lua
--- activated {
---   "pick",
---   act = { choose { each.bear, by = you, as = "one" }, tap { who = named.one } },
--- }
--- ```
---@param fields table what can be chosen, `by`, `as`, `of`
function choose(fields) end

--- An act that binds a variable: after let { "x", event.amount }, named.x has that value.
---
--- ```lua
--- whenever {
---   damage { who = this },
---   act = { let { "n", event.amount }, gain_life { player = you, amount = named.n } },
--- }
--- ```
---@param fields table name and value
function let(fields) end

--- An act that draws a random number from 1 to the given number and binds it: roll { 20, as = "n"
--- }. With `when`, only if a condition holds.
---
--- ```lua
--- activated {
---   "dice",
---   act = { roll { 20, as = "n" }, gain_life { player = you, amount = named.n } },
--- }
--- ```
---@param fields table the largest number, and `as`
function roll(fields) end

--- An act that performs other acts only if a condition holds: when { condition, acts }.
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = when { you.life:less_than(5), gain_life { player = you, amount = 4 } },
--- }
--- ```
---@param fields table condition and acts
function when(fields) end

--- An act that performs other acts at the same time: together { acts }.
---
--- ```lua
--- activated {
---   "clap",
---   act = together { tap { who = this }, gain_life { player = you, amount = 1 } },
--- }
--- ```
---@param fields table acts
function together(fields) end

--- An act that calls a handler declared in events.lua: runs { "pack:handler", n = event.amount }.
---
--- ```lua
--- whenever { enter { who = this }, act = runs { "example:count_honey", who = this } }
--- ```
---@param fields table name of the handler, and its parameters
function runs(fields) end

--- An act that ends the current list of acts.
---
--- ```lua
--- spell {
---   act = { when { you.life:less_than(5), stop }, draw_cards { player = you, count = 1 } },
--- }
--- ```
stop = nil

--- The n-th object from the top of a player's zone, or none: top_of("library", you, 2). A static
--- ability reads the object that is on top at this moment, even if no player may look at it: its
--- effect can reveal which object that is.
---
--- ```lua
--- activated { "dig", act = exile { who = top_of("library", you, 1) } }
--- ```
---@param zone string name of a zone
---@param whose strata.Phrase the player whose zone it is
---@param n? strata.Number default 1
---@return strata.Phrase
function top_of(zone, whose, n) end
