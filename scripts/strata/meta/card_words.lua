---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words of card files, of laws and of scenarios, for editors and readers. Nothing here runs.
---
--- A card file has these names and no others: no require, no functions of Lua, nothing that one
--- file could leave for another. A word makes a plain description; what it says is judged when the
--- pack is loaded, and a mistake is an error with file, line, card, ability and the nearest word.

---@class strata.Phrase an expression, a condition or a predicate; combined by & | ~ and + - * //
---@class strata.Change what happens to a value
---@class strata.Bag several changes

---@alias strata.Number integer|strata.Phrase

-- -- A file returns one of these, or a list of them -----------------------------

--- A card: fields are attributes of the rules, the list part are its abilities.
---
--- ```lua
--- return card {
---   name = "Second Anthem", cost = "1WW", types = { "enchantment" },
---   static { each.creature:of(you), power = add(1), toughness = add(1) },
--- }
--- ```
---@param fields table
function card(fields) end

--- What this pack makes of a card of another, which its manifest names (requires, optional): fields
--- are said anew or changed by an operation (add, sub, mul, at_least, at_most, remove, remove_all);
--- the list part are abilities that it has too, `without` those that it has no more, `instead` what
--- stands in the place of others; each is called by its place in the card's list, its keyword or
--- short name. `back` says the same of the other face.
---
--- ```lua
--- return amend "classic:sky_spirit" {
---   power = add(1), without = "flying", instead = { [2] = static { power = add(2) } }, "trample",
--- }
--- ```
---@param id string "pack:card"
---@return fun(fields: table)
function amend(id) end

--- A scenario: name, rules, setup, steps, expect. With `sound = true` each step is also tried and
--- taken back, done by a copy of the game, saved and loaded, and all must come to the same; then
--- it need not expect anything.
---
--- ```lua
--- return scenario {
---   name = "a bear",
---   setup = { { "A", "battlefield", "Grizzly Bears" } },
---   expect = { "pt(Grizzly Bears) = 2/2" },
--- }
--- ```
---@param fields table
function scenario(fields) end

--- What holds of every game of a pack, after every step: tests/properties.lua, a list of
--- `property`. `events` are the kinds that an explored game (strata test --explore) may begin,
--- `steps` the verbs of its steps; all, where it does not say.
---
--- ```lua
--- return properties {
---   events = { "damage", "gain_life" },
---   steps = { "emit", "put", "settle" },
---   property { "damage is not negative", never = each.creature:where(it.damage:at_most(-1)) },
--- }
--- ```
---@param list table
function properties(list) end

--- One of them: its name, and `never`, a predicate that nobody satisfies, or `always`, a condition,
--- or `holds`, a function that is given a strata.SeenGame and returns true, or false and what is
--- the case instead. It may read the game, and nothing else.
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
---@param fields table
function property(fields) end

--- What the rules themselves do: a list of `law` and `keyword`.
---
--- ```lua
--- return laws { law { "giants are tall", each.giant, toughness = add(1) } }
--- ```
---@param list table
function laws(list) end

--- A law: its name, who, and changes; `counter`: once for each object with such counters; `last`:
--- after all else in its layer; `intrinsic`: abilities that it grants are intrinsic (305.6).
---
--- ```lua
--- return laws { law { "bears are strong", each.bear, power = add(1) } }
--- ```
---@param fields table
function law(fields) end

--- What a keyword does: its word, and the ability that it stands for.
---
--- ```lua
--- return laws { keyword { "reach", static { this, power = add(1) } } }
--- ```
---@param fields table
function keyword(fields) end

-- -- Abilities ------------------------------------------------------------------

--- While it is there (604): who, changes, `when`, `zones` ("graveyard", a list, "all"; if it does
--- not say, the battlefield).
---
--- ```lua
--- static { each.bear:of(you), power = add(1) }
--- ```
---@param fields table
function static(fields) end

--- It defines characteristics of its own object, in every zone (604.3): power = count(...).
---
--- ```lua
--- defining { power = count(each.forest:of(you)) }
--- ```
---@param fields table
function defining(fields) end

--- A mana ability: mana("G"), mana("CC"), mana("any").
---
--- ```lua
--- mana("G")
--- ```
---@param letters string
function mana(letters) end

--- What an instant or sorcery does: changes, `lasts`, `only_if`; about the target if it names
--- nobody. Or `act`: an act or a list of them, which can name `target`, named.target_2, `x`; with
--- `target = each.creature` nothing is done if it is none any more (608.2b); `cost`: acts before.
---
--- ```lua
--- spell { act = damage { source = this, who = target, amount = 3 } }
--- ```
---@param fields table
function spell(fields) end

--- An activated ability: a short name, then who, changes, `lasts`, `cost`; about this if it names
--- nobody. Or `act`, as of spell.
---
--- ```lua
--- activated { "growl", this, power = add(1), lasts = "turn" }
--- ```
---@param fields table
function activated(fields) end

--- A triggered ability, likewise.
---
--- ```lua
--- triggered { "roar", each.bear, power = add(1), lasts = "turn" }
--- ```
---@param fields table
function triggered(fields) end

--- The same as triggered. With an event first it triggers by that (603): `act`, `target`, `when`,
--- `only_if` (603.4), `may`, `limit = "turn"`, `looks_back`, `immediate`, `zones`. Several targets:
--- `targets = { { each.creature, as = { "one", "other" }, optional = true } }`, named.one.
--- `do_limit = "turn"`: "do this only once each turn" (603.2i).
---
--- ```lua
--- whenever { enter { who = each.elf:of(you) }, act = gain_life { player = you, amount = 1 } }
--- ```
---@param fields table
function whenever(fields) end

--- A replacement effect, by a short name.
---
--- ```lua
--- replacement { "enters tapped" }
--- ```
---@param fields table
function replacement(fields) end

--- It may enter as a copy (707.9): of what, which is chosen out of a predicate (`must`: and has to
--- be), or is `this` or `attached`; of `others` than itself; the changes are its exceptions, and
--- `counters` are with which it enters then. Without an "of what" it happens only where a step says
--- so.
---
--- ```lua
--- enters_as_copy { each.creature, supertypes = remove("legendary"), counters = { ["+1/+1"] = 1 } }
--- ```
---@param fields table
function enters_as_copy(fields) end

--- A second sentence of the same ability, with its own who and `when`. In what `replace` chooses,
--- an act: also { acts } are part of the event.
---
--- ```lua
--- static { each.bear, power = add(1), also { each.giant, power = sub(1) } }
--- ```
---@param fields table
function also(fields) end

--- The ability in which the word stands, for grant(this_ability).
---
--- ```lua
--- static { each.bear:except(this), abilities = grant(this_ability) }
--- ```
this_ability = nil

-- -- Events: what watches for them, and acts ------------------------------------------

-- A kind of event that a pack's events.lua declares is a word by its own name. Where something
-- watches it is a pattern: a field is tested by a predicate (of whom it names), somebody, a
-- constant, a list of words, or a condition. Where something is done it is an act, which makes such
-- an event; `when`, `times`, `as` and `instead` (of a self-replacement, 614.15) are its options,
-- and whom its list names are `it` one after the other:
--
-- ```lua
-- damage { each.creature:without("flying"), source = this, who = it, amount = 1 }
-- ```

--- event.amount: a field of the event in question. event.became is the new object that came of it:
--- of who dies the card in the graveyard, for as long as it is there (400.7).
---
--- ```lua
--- whenever { damage { who = this }, act = gain_life { player = you, amount = event.amount } }
--- ```
event = nil

--- What an act before has bound, or chosen: named.x.
---
--- ```lua
--- activated {
---   "burn",
---   target = each.creature,
---   act = { roll { 6, as = "n" }, damage { source = this, who = target, amount = named.n } },
--- }
--- ```
named = nil

--- A replacement effect (614): a pattern, then `with` (fields that change), `instead` (an act or a
--- list of them), `also` (acts that are part of the event: in them event.who of what enters is what
--- it has become) or `nothing = true`; `when`, `optional`, `after` (what is done then), `class`
--- ("self", "control", "copy", "back"), `again` (not only once for an event, 903.9b), `choose`,
--- `limit`, `times`, `zones`. A short name may stand first. `prompt = "always"` here, in `prevent`
--- and in triggers: which comes first is asked even where all orders come to the same.
---
--- ```lua
--- replace { draw_cards { player = you }, with = { count = event.count * 2 } }
--- ```
---@param fields table
function replace(fields) end

--- A prevention effect (615): a pattern, then `amount` (of each event; all of it if it does not
--- say), `once` (a whole event, then no more), `next` (so much in all; in `start` only), `after`,
--- which can use event.prevented; `when`, `optional`, `limit`, `zones`. Of one_or_more(pattern) the
--- `after` is done once for all that happen at once, with what is prevented in all.
---
--- ```lua
--- prevent { damage { who = this, source = each.red:anywhere() }, amount = 1 }
--- ```
---@param fields table
function prevent(fields) end

--- A redirection (614.9): a pattern, then `to` whom it is dealt instead, if that one is there;
--- `amount` (of each event; all of it if it does not say), `next` (so much in all; in `start`
--- only), `times`; `when`, `optional`, `limit`, `zones`.
---
--- ```lua
--- redirect { damage { who = this }, to = target, amount = 1, times = 1 }
--- ```
---@param fields table
function redirect(fields) end

--- What cannot happen (614.17): a pattern, `when`, `zones`.
---
--- ```lua
--- cant { enter { who = each.creature, from = "graveyard" } }
--- ```
---@param fields table
function cant(fields) end

--- How it enters (614.1c): `tapped`, `counters` (numbers by kind, put on it by its controller as it
--- enters, 122.6), `chosen` (one of a list of words), `chosen_player` (a predicate), `under` whom,
--- `besides` (what it is in addition), `with` (other fields of the event), `when`, `unless`,
--- `unless_paid` (an act), `after`; of `others` than itself.
---
--- ```lua
--- enters { tapped = true, unless = exists(each.forest:of(you)) },
--- enters { tapped = true, unless_paid = pay_life { player = you, amount = 2 } },
--- enters { others = each.elf:of(you), counters = { ["+1/+1"] = this.power } }
--- ```
---@param fields table
function enters(fields) end

--- One counter of each kind that somebody has: enters { counters = each_kind_on(this) }.
---
--- ```lua
--- enters { counters = each_kind_on(this) }
--- ```
---@param who strata.Phrase
function each_kind_on(who) end

--- A trigger at the beginning of a phase: its name, `of` whom, and what `whenever` says.
---
--- ```lua
--- at { "upkeep", of = you, act = draw_cards { player = you, count = 1 } }
--- ```
---@param fields table
function at(fields) end

--- A state trigger (603.8): a condition, and what `whenever` says.
---
--- ```lua
--- as_soon_as { you.life:less_than(1), act = lose_game { player = you } }
--- ```
---@param fields table
function as_soon_as(fields) end

--- A pattern of which several that happen at once trigger once: whenever { one_or_more(die {}) }.
---
--- ```lua
--- whenever {
---   one_or_more(die { who = each.bear }),
---   act = draw_cards { player = you, count = 1 },
--- }
--- ```
---@param pattern table
function one_or_more(pattern) end

--- What triggers by such an event does so once more, or `amount` times (603.2d).
---
--- ```lua
--- more { enter { who = each.bear } }
--- ```
---@param fields table
function more(fields) end

--- Nothing triggers by such an event.
---
--- ```lua
--- never { enter { who = each.bear } }
--- ```
---@param fields table
function never(fields) end

--- on.hit.before { ... }: a handler of a chain: called when such an event passes that phase of its
--- kind. On a card it is in the chains of all that are made of it, in laws in that of all. A name
--- may stand first, by which it is hooked and unhooked. `rank`, `when`, `store` (names with types
--- that it remembers: named.x); what it does: `with` (fields that change), `act`, `stop` and `drop`
--- (true or a condition), functions in its list. `hooked`: it is printed nowhere.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.before { "tough", rank = "high", with = { amount = event.amount - 1 } }
--- ```
on = nil

--- The number of a rank, for what comes between two: rank = rank("high") + 1.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.before { rank = rank("high") + 1, when = event.amount:at_least(9), stop = true }
--- ```
---@param name "highest"|"high"|"medium"|"low"|"lowest"
---@return integer
function rank(name) end

--- An act: hook { this, "rage", lasts = "turn", try = true }: handlers join somebody's chain; the
--- chain of all if it does not say whose.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.after { "wary", act = hook { this, "delve:guarded", lasts = "turn", try = true } }
--- ```
---@param fields table
function hook(fields) end

--- An act: handlers leave it.
---
--- ```lua
--- -- in a pack that requires delve
--- on.hit.after { "calmed", act = unhook { this, "delve:rage", try = true } }
--- ```
---@param fields table
function unhook(fields) end

--- An act: replace, prevent, redirect, cant from now on; `lasts` as of effects, `of` whom if not
--- you, `when`.
---
--- ```lua
--- start { prevent { damage { who = target }, next = 3 }, lasts = "turn" }
--- ```
---@param fields table
function start(fields) end

--- An act: a continuous effect begins (611): first whom it is about, then its changes as those of
--- abilities, `when`, and `lasts`: a duration, or as_long_as(...); for good if it does not say. All
--- whom a predicate finds then, and nobody later, but for what is no characteristic (611.2c);
--- numbers are what they are then, for each by himself, unless they are live(...) (611.2d). Each
--- `also { who, changes }` in its list is an effect of its own.
---
--- ```lua
--- effect { target, power = add(named.x), abilities = grant("haste"), lasts = "turn" }
--- ```
---@param fields table
function effect(fields) end

--- An act: a delayed trigger (603.7): a pattern, `act`, `when`, `only_if`, `lasts`, `each_time`.
---
--- ```lua
--- later { phase_begins { phase = "end step" }, act = exile { who = target } }
--- ```
---@param fields table
function later(fields) end

--- An act: what it moves comes back, under its owner's control, right when this leaves the
--- battlefield; it moves nothing if that has happened already (610.3). `back`: into which zone;
--- `link`: the name of their link, by which functions move who is to come back, too.
---
--- ```lua
--- until_leaves { exile { who = target } }
--- ```
---@param fields table
function until_leaves(fields) end

--- An act: a reflexive trigger (603.12): when_you_do { acts }.
---
--- ```lua
--- activated {
---   "feed",
---   act = { sacrifice { who = this }, when_you_do { draw_cards { player = you, count = 1 } } },
--- }
--- ```
---@param fields table
function when_you_do(fields) end

--- An act: what data cannot say. handler(function(ctx) ... end); what the function is to know of
--- the program, of its target for one, is given by name: handler { f, target = target }. It may be
--- run again and keeps nothing (strata.Ctx, action_api.lua).
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = handler(function(ctx) ctx:note(ctx.this, "seen", true) end),
--- }
--- ```
---@param fields table|fun(ctx: strata.Ctx)
function handler(fields) end

--- An act: may { acts, by = you, so = { acts }, otherwise = { acts } }: "if you do" asks for the
--- choice (118.12), whose name is `as`. Nobody is asked where there is nobody to choose (608.2d).
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = may { draw_cards { player = you, count = 1 }, by = you },
--- }
--- ```
---@param fields table
function may(fields) end

--- An act, and the value of a field: choose { each.creature:of(you), by = you, as = "given" },
--- choose { "number", as = "n" }, choose { "word", of = { "a", "b" }, as = "w" }.
---
--- ```lua
--- activated {
---   "pick",
---   act = { choose { each.bear, by = you, as = "one" }, tap { who = named.one } },
--- }
--- ```
---@param fields table
function choose(fields) end

--- An act: let { "x", event.amount }: named.x is that from then on.
---
--- ```lua
--- whenever {
---   damage { who = this },
---   act = { let { "n", event.amount }, gain_life { player = you, amount = named.n } },
--- }
--- ```
---@param fields table
function let(fields) end

--- An act: roll { 20, as = "n" }: named.n is a number from 1 to 20, by the world's chance.
---
--- ```lua
--- activated {
---   "dice",
---   act = { roll { 20, as = "n" }, gain_life { player = you, amount = named.n } },
--- }
--- ```
---@param fields table
function roll(fields) end

--- An act: when { condition, acts }.
---
--- ```lua
--- whenever {
---   enter { who = this },
---   act = when { you.life:less_than(5), gain_life { player = you, amount = 4 } },
--- }
--- ```
---@param fields table
function when(fields) end

--- An act: together { acts }: at the same time.
---
--- ```lua
--- activated {
---   "clap",
---   act = together { tap { who = this }, gain_life { player = you, amount = 1 } },
--- }
--- ```
---@param fields table
function together(fields) end

--- An act: runs { "pack:handler", n = event.amount }: a handler of events.lua.
---
--- ```lua
--- whenever { enter { who = this }, act = runs { "example:count_honey", who = this } }
--- ```
---@param fields table
function runs(fields) end

--- An act: no more of this list.
---
--- ```lua
--- spell {
---   act = { when { you.life:less_than(5), stop }, draw_cards { player = you, count = 1 } },
--- }
--- ```
stop = nil

--- The n-th from the top of somebody's zone, or nobody: top_of("library", you, 2).
---
--- ```lua
--- activated { "dig", act = exile { who = top_of("library", you, 1) } }
--- ```
---@param zone string
---@param whose strata.Phrase
---@param n? strata.Number
---@return strata.Phrase
function top_of(zone, whose, n) end
