-- luacheck: no max line length
--- Mistakes and what must be said of them: `says` is all that follows "file:".

--- A card whose second line is the mistake.
local function card(line, says)
  return {
    card = ('return card { name = "Wrong", types = { "creature" }, power = 1, toughness = 1,\n  %s\n}\n'):format(
      line
    ),
    says = "2: card 'Wrong'" .. says,
  }
end

--- An ability whose third line is the mistake.
local function ability(word, line, says)
  return {
    card = ('return card { name = "Wrong", types = { "enchantment" },\n  %s {\n    %s\n  },\n}\n'):format(
      word,
      line
    ),
    says = ("3: card 'Wrong', ability 1 (%s): %s"):format(word, says),
  }
end

--- The same, where Lua tells no line but that of the word.
local function ability_at_word(word, line, says)
  local case = ability(word, line, says)
  case.says = case.says:gsub("^3", "2")
  return case
end

--- An amendment whose second line is the mistake.
local function amends(line, says, id)
  local form = 'return amend "%s" {\n  %s\n}\n'
  id = id or "classic:llanowar_elves"
  return { card = form:format(id, line), says = ("2: amend '%s'%s"):format(id, says) }
end

--- A scenario whose third line is the mistake.
local function scenario(line, says)
  return {
    scenario = ('return scenario {\n  name = "wrong NUMBER",\n  %s\n  expect = { "name(Fine) = Fine" },\n}\n'):format(
      line
    ),
    says = "3: scenario 'wrong NUMBER': " .. says,
  }
end

--- A line of expectation that cannot hold or cannot be read.
local function expects(line, says)
  return {
    scenario = ('return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine", "Asker" } },\n'
      .. "  expect = { '%s' },\n}\n"):format(line),
    says = says,
    is_run = true,
  }
end

--- A line of `expect`, in the third line, that cannot be read.
local function line(text, says)
  local form = 'return scenario {\n  name = "wrong NUMBER", setup = { { "A", "battlefield", "b: Fine" } },\n  expect = { %q },\n}\n'
  return {
    scenario = form:format(text),
    says = ("3: scenario 'wrong NUMBER': expect: cannot read '%s'%s"):format(text, says),
  }
end

--- A step whose playing fails.
local function plays(step, says)
  local case = expects("life(A) = 20", says)
  case.scenario = case.scenario:gsub("  expect", function()
    return ("  steps = { %s },\n  expect"):format(step)
  end)
  return case
end

return {
  -- Words --------------------------------------------------------------------
  ability("static", "each.craeture, power = add(1),", "each: unknown word 'craeture'; did you mean 'creature'?"),
  ability("static", 'each.creature:beeing("elf"), power = add(1),', "no word ':beeing' of a predicate; did you mean 'being'?"),
  ability("static", "each.creature, power = ad(1),", "unknown word 'ad'; did you mean 'add'?"),
  ability("static", 'each.creature:with("flyng"), power = add(1),', "with: unknown keyword 'flyng'; did you mean 'flying'?"),
  ability("static", 'each.card:inside("graveyrd"), power = add(1),', "inside: unknown zone 'graveyrd'; did you mean 'graveyard'?"),
  ability("static", "power = add(it.tougness),", "unknown attribute 'tougness'; did you mean 'toughness'?"),
  ability("static", 'power = add(this:counters("chrage")),', "counters: unknown kind of counter 'chrage'; did you mean 'charge'?"),
  card('static { abilities = grant "flyign" },', ", ability 1 (static): abilities: unknown keyword 'flyign'; did you mean 'flying'?"),
  card('"flyign",', ": unknown keyword 'flyign'; did you mean 'flying'?"),
  card('subtypes = { "goblen" },', ": subtypes: unknown word 'goblen'; did you mean 'goblin'?"),
  card('supertypes = { "legandary" },', ": supertypes: unknown word 'legandary'; did you mean 'legendary'?"),

  -- Fields and attributes ----------------------------------------------------
  ability("static", "each.creature, pwoer = add(1),", "static: no attribute or field 'pwoer'; did you mean 'power'?"),
  ability("static", 'power = add(1), zons = "hand",', "static: no attribute or field 'zons'; did you mean 'zones'?"),
  ability("spell", 'power = add(1), lasts = "trun",', "spell: lasts: no duration 'trun'; did you mean 'turn'?"),
  card('colour = { "red" },', ": no field 'colour'; did you mean 'colors'?"),
  card('loyalty = "3",', ": loyalty: expected a number, got the text '3'"),
  card('colors = "red",', ": colors: expected a list of words, got red"),
  card('cost = "1Q",', ": cost: no mana symbol 'Q'; there are numbers, B, C, G, P, R, S, U, W, X"),
  card('id = "core:fireball",', ": id: 'core:fireball' is in the namespace of pack 'core'; here it is wrong, set by the loader"),
  card('id = "Fire Ball",', ": id: expected a name of a-z, 0-9 and _, got Fire Ball"),
  card("loyalty = settings.strength,", ": settings: pack 'wrong' has no setting 'strength'; its pack.lua declares settings = { ... }"),

  -- Types of operands and operations ------------------------------------------
  ability("static", 'power = add("1"),', "power: expected a number or an expression of one, got 1"),
  ability("static", "power = 3,", "power: expected an operation, such as set(3) or add(3), got 3"),
  ability("static", 'power = grant("flying"),', "power: expected a number or an expression of one, got flying"),
  ability("static", 'power = remove("elf"),', "power: 'remove elf' is no operation of a int; there are add, at_least, at_most, mul, scale, set, sub, switch"),
  ability("static", "types = add(2),", "types: expected a word, a list of words, or what a set of somebody has (target.types), got 2"),
  ability("static", "cost = set(this.cost),", "cost of this is a text, which is neither asked for nor taken from others; declare it as a sym, or write it"),
  ability("static", "abilities = set(this.abilities),", 'abilities of this is a list of abilities; write :with("flying"), or :without("flying") of a predicate; borrow("all", who) takes those of others'),
  ability("static", 'types = add "craeture",', "types: unknown word 'craeture'; did you mean 'creature'?"),
  ability("static", "controller = set(3),", "controller: expected somebody (you, target, this), got 3"),
  ability_at_word("static", "each.creature,", "static: it changes nothing; without changes give it a text"),
  ability("static", "power = add(x),", "'x' means nothing here; say it in spell, activated, triggered or effect"),
  ability("static", 'power = add(1):at("pt.modfy"),', "power: no layer 'pt.modfy'; did you mean 'pt.modify'?"),
  ability("static", "the_gme, legend_rule = set(false),", "unknown word 'the_gme'; did you mean 'the_game'?"),
  ability("static", "the_game, legend_rul = set(false),", "static: no attribute or field 'legend_rul'; did you mean 'legend_rule'?"),
  ability("static", "white_pips = add(1),", 'white_pips: in which layer? say add(...):at("..."), or default_layers in the rules'),

  -- Booleans and expressions ---------------------------------------------------
  ability("static", "each.creature, power = add(1), when = you.life < 5,", "'<' makes a boolean at once, and no expression; write :less_than(...)"),
  ability("static", "each.creature == this, power = add(1),", "'==' makes a boolean at once, and no expression; write :is(...)"),
  ability("static", "each.creature, power = add(1), when = not you.tapped,", "'not' makes a boolean at once, and no expression; write ~"),
  ability("static", "each.creature, power = add(1), when = true,", "static: when: expected a condition, got a boolean; comparisons are words: e:less_than(2)"),
  ability("static", "power = add(true),", "power: a boolean where an expression belongs; comparisons are words: e:less_than(2)"),
  ability("static", "each.creature:where(5), power = add(1),", "where: expected a predicate, got a number"),
  ability("static", "power = add(each.creature),", "power: expected a number or an expression of one, got 'each creature'"),
  ability("static", "power = add(1 / it.power),", "numbers are integers: write a // b, which rounds down"),
  ability("static", "each.creature, power = add(1), when = it.power:at_least(2),", "static: when: a condition is about this and you; for others say exists(...)"),

  ability("static", 'each.creature:where(it.abilities:has("flying")), power = add(1),', "abilities of it is a list of abilities; write :with(\"flying\"), or :without(\"flying\") of a predicate; borrow(\"all\", who) takes those of others"),
  -- finding_NC04: what nothing gives to an ability that an event begins
  ability_at_word("whenever", "enter { who = this }, act = tap { who = target },", "whenever: 'target' means nothing here, as an event begins it; say target = each.creature, or whom else it may aim at"),
  ability_at_word("whenever", "enter { who = this }, act = gain_life { player = you, amount = x },", "whenever: 'x' means nothing here, as an event begins it; say the number, or ask for it by choose"),
  -- finding_NC04: a target that the card cannot have
  plays('{ activate = "Asker", on = "Fine", answers = { "Fine" } }', "step 1 (activate): Asker has no target, so it is not done on 'Fine'; take `on` out"),
  plays('{ resolve = "Lightning Bolt", on = "Asker" }', "step 1 (resolve): 'Asker' is no target that Lightning Bolt can have; it can have each any_target"),

  -- The shape of a file ---------------------------------------------------------
  ability("static", "power = add(1), toughness = add(1), power = add(2),", "'power' is given twice; first in line 3"),
  card("power = 2,", ": 'power' is given twice; first in line 1"),
  ability("static", "each.creature, add(1),", "static: in place 2 of its list expected a change, got add 1"),
  card("static { this, each.creature, power = add(1) },", ", ability 1 (static): static: who it is about stands first in the list, and once; 'each creature' is in place 2"),
  -- A misspelt field is told before what is wrong because of it.
  ability("static", 'types = set("elf"), zonesq = "hand",', "static: no attribute or field 'zonesq'; did you mean 'zones'?"),
  card("add(1),", ": in place 1 of its list expected an ability, got add 1"),
  ability("static", "power = scale(120),", "scale: expected two numbers, such as scale(120, 100)"),
  ability("static", "power = scale(120, 0),", "scale: expected a divisor of 1 or more, got 0"),
  ability("static", "power = scale(1, 2, \"near\"),", 'scale: expected "down" or "up", got near'),
  ability("spell", "act = roll { 20 },", 'roll: expected a number and a name, as roll { 20, as = "n" }'),
  ability("spell", "act = roll { \"many\", as = \"n\" },", "roll: 1: expected a number, got many"),
  ability("spell", "act = handler { \"text\" },", "handler: expected a function(ctx) first, got text"),
  ability("spell", "act = handler { function() return 1 < 2 end, 2 },", "handler: its list has 1 item at most; say others by name"),
  ability("whenever", "enter { who = this }, act = exile { who = this, link = \"Away\" },", "link: expected a name of lower-case letters, digits and blanks, got Away"),
  ability("whenever", "enter { who = this }, act = exile { linked(3), who = it },", "linked: expected a name of lower-case letters, digits and blanks, got 3"),
  ability("whenever", "enter { who = this }, act = until_leaves { exile { who = this }, bak = \"hand\" },", "until_leaves: no field 'bak'; did you mean 'back'?"),
  ability("whenever", "enter { who = this }, targets = { { each.creature } }, act = exile { who = this },", "whenever: targets: expected { each.creature, as = \"name\" }, got each creature"),
  ability("whenever", "enter { who = this }, targets = { { 3, as = \"it\" } }, act = exile { who = this },", "whenever: targets: expected whom it can aim at, as each.creature, got 3"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", most = 17 } }, act = tap { who = named.prey },", "whenever: targets: most: expected a number from 1 to 16, or an expression, got 17"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", least = 3, most = 2 } }, act = tap { who = named.prey },", "whenever: targets: 'least' is more than 'most'; exchange them"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", optional = true, most = 2 } }, act = tap { who = named.prey },", "whenever: targets: 'optional' and 'least': say one of them"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = { \"a\", \"b\" }, most = 2 } }, act = tap { who = named.a },", "whenever: targets: 'least' and 'most' count what has one name; say as = \"name\""),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", divide = { 4, as = \"share\" } } }, act = tap { who = named.prey },", "whenever: targets: divide: it is divided among several; say most = 2, or more"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", most = 2, divide = { 4 } } }, act = tap { who = named.prey },", "whenever: targets: divide: expected { 4, as = \"share\" }, got 4"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", most = 2 } }, act = let { \"n\", named.prey },", "whenever: named.prey stands for several; say it in an act that makes an event, or first in the list of each or effect"),
  ability("whenever", "enter { who = this }, targets = { { each.creature, as = \"prey\", most = 2 } }, act = create { copied = named.prey, as = \"copy\" },", "create: as: it happens for each of named.prey, and a name stands for one; take it out"),
  ability("whenever", "enter { who = this }, act = exile { who = this }, do_limit = \"trun\",", "whenever: do_limit: no clock 'trun'; did you mean 'turn'?"),
  ability("whenever", "enter { who = this }, act = exile { who = this }, limit = \"turn\", do_limit = \"turn\",", "whenever: 'limit' and 'do_limit': say one of them"),
  { card = "name = 3\nreturn card { name = \"Wrong\" }\n", says = "1: 'name' is assigned to, and files of words keep nothing; write local", is_whole = true },
  { card = "return card { name = \"Wrong\", print(1) }\n", says = "1: card 'Wrong': unknown word 'print'; a file of words only returns what it says" },
  { card = "require(\"x\")\n", says = "1: require: the pack 'wrong' has no module 'x'; lib/dice.lua in its folder would be \"lib.dice\"", is_whole = true },
  { card = "_ENV.card = 1\n", says = "1: 'card' is assigned to, and files of words keep nothing; write local", is_whole = true },
  { card = "each.creature = 1\n", says = "1: each.creature: words cannot be assigned; write local x = ...", is_whole = true },
  { card = "this.power = 1\n", says = "1: words cannot be changed (power); write it as a field: { power = ... }", is_whole = true },
  { card = "return 7\n", says = "1: expected card { ... } or a list of them, got 7", is_whole = true },
  { card = "return card { types = { \"land\" } }\n", says = "1: card: name: expected its name as a text, got nothing", is_whole = true },
  { card = "return card { name = \"Humility\" }\n", says = "1: card 'Humility': 'Humility' is a card of INSTALLED/classic/cards/humility.lua already; give it another name" },

  ability("activated", 'announce = { assigns { each.creature:of(you), to = each.player, as = "foe", tap { who = it } } }, act = draw_cards { player = you, count = 1 },', 'activated: announce: in place 1 expected choose { ... }; how many pairs there are is not known before, so write assigns in act; an amount is divided among targets by targets = { { each.creature, as = "prey", most = 4, divide = { 4, as = "share" } } } (601.2d)'),
  ability("activated", 'announce = { pays { "{1}" } }, act = draw_cards { player = you, count = 1 },', "activated: announce: in place 1 expected choose { ... }; write pays in cost, and what it may be paid with as choose { ... } here"),
  ability("whenever", 'enter { who = this }, act = may { pays { "{1}", by = you }, by = you },', "pays: by: the word around it says that; take it out here"),
  ability("whenever", 'enter { who = this }, act = may { pays { "{1}" }, pays { "{R}" } },', "may: a payment must be the first act, and there can be only one; put a second one into so = may { ... }"),
  ability("whenever", 'enter { who = this }, act = pays { "{Q}" },', "pays: no kind 'Q'; there are numbers, X, B, C, G, R, U, W, and one of several, as {B/W}"),

  ability("whenever", 'enter { who = this }, act = pays { "{R/R}" },', "pays: 'R' stands twice in {R/R}; write it once"),
  ability("whenever", 'enter { who = this }, act = choose { "word", of = {}, as = "one" },', 'choose: of is empty; say which words, as of = { "adventure" }'),
  ability("whenever", 'enter { who = this }, act = pays { "{R/B}", x = 3 },', 'pays: x: no {X} is paid; write one, as pays { "{X}", x = named.x }, or take x out'),
  ability("whenever", 'enter { who = this }, act = pays { needs = { { "R", amount = 1 }, { "2/W", amount = -1 } } },', "pays: needs: in place 2: amount: expected 1 or more, got -1"),
  ability("whenever", 'enter { who = this }, act = later { gain_life {}, each_time = true, act = draw_cards { player = you } },', "later: each_time needs lasts, one of combat, combat of your next turn, end of your next turn, turn, while source, your next end step, your next turn, your next upkeep; without it a delayed trigger triggers once (603.7b)"),
  ability("whenever", 'enter { who = this }, act = pays { needs = { { "R", amount = 0 } } },', "pays: needs: in place 1: amount: expected 1 or more, got 0"),

  -- Mana -----------------------------------------------------------------------
  card('mana "Q",', ": mana: no kind 'Q' of the pool; there are B, C, G, R, U, W, and the text \"any\""),
  card('mana "anyy",', ": mana: no kind 'a' of the pool; there are B, C, G, R, U, W, and the text \"any\""),
  card('mana "",', ": mana: its text is empty; say what it adds by letters, B, C, G, R, U, W, or the text \"any\""),
  card('mana "R-",', ": mana: no kind '-' of the pool; there are B, C, G, R, U, W, and the text \"any\""),
  ability("activated", 'power = add(1), lasts = "turn", cost = "2Q",', "activated: cost: no mana symbol 'Q'; there are numbers, B, C, G, P, R, S, U, W, X, and T"),
  ability("activated", 'power = add(1), lasts = "turn", cost = "T, 2Gq, sacrifice this",', "activated: cost: no mana symbol 'q'; there are numbers, B, C, G, P, R, S, U, W, X, and T"),

  -- Amendments -----------------------------------------------------------------
  amends("pwoer = 3,", ": no field 'pwoer'; did you mean 'power'?"),
  amends('power = "3",', ": power: expected a number, got the text '3'", "classic:grizzly_bears"),
  amends('power = add "3",', ": power: expected a number, got the text '3'"),
  amends('power = remove "elf",', ": power: 'remove elf' is no operation of a number; there are set, add, at_least, at_most, mul, sub"),
  amends("loyalty = add(1),", ": loyalty: 'add 1' of nothing; it has none, so say how much"),
  amends('subtypes = add "elff",', ": subtypes: unknown word 'elff'; did you mean 'elf'?", "classic:elite_vanguard"),
  amends("subtypes = mul(2),", ": subtypes: 'mul 2' is no operation of a list of words; there are set, add, remove, remove_all"),
  amends('colors = add "red",', ": colors: 'add red' of what its cost says; say all of them"),
  amends("cost = add(1),", ": cost: 'add 1' is an operation of numbers and lists of words; say all of it"),
  amends('cost = "1Q",', ": cost: no mana symbol 'Q'; there are numbers, B, C, G, P, R, S, U, W, X", "classic:runeclaw_bear"),
  amends('name = "Elves",', ": name: a card keeps its name; others call it so"),
  amends("without = 2,", ": without: 'classic:llanowar_elves' has no ability 2; it has 1"),
  amends('without = "flyign",', ": without: 'classic:ornithopter' has no ability 'flyign'; did you mean 'flying'?; it has flying", "classic:ornithopter"),
  amends("without = { this },", ": without: 'classic:llanowar_elves' has no ability this; it has 1"),
  amends("without = this,", ": without: expected an ability's place or name, or a list of them, got this"),
  amends('instead = "flying",', ": instead: expected abilities by place or name, got flying"),
  amends("instead = { [1] = 3 },", ": instead: 1: expected an ability, got 3"),
  amends('instead = { [1] = "flyign" },', ": unknown keyword 'flyign'; did you mean 'flying'?", "classic:levitation"),
  amends('"flyign",', ": unknown keyword 'flyign'; did you mean 'flying'?", "classic:silvercoat_lion"),
  amends("add(1),", ": in place 1 of its list: expected an ability, got add 1"),
  amends("static { each.creature, pwoer = add(1) },", ", ability 1 (static): static: no attribute or field 'pwoer'; did you mean 'power'?", "classic:fugitive_wizard"),
  amends("back = 3,", ": back: expected card { ... }, got 3"),
  amends("back = {},", ": back: expected card { ... }, got nothing"),
  amends('back = { power = "3" },', ": power: expected a number, got the text '3'", "classic:huntmaster_of_the_fells"),
  { card = 'return amend "classic:abzan_banner" {}\n', says = "1: amend 'classic:abzan_banner': amend: it changes nothing; say a field, an ability, `without` or `instead`" },
  { card = "return amend(3)\n", says = '1: amend: expected whose it is and its name as text first, such as "classic:humility", got 3', is_whole = true },
  { card = 'return amend "Humility" {}\n', says = "1: amend 'Humility': amend: expected \"pack:card\", got 'Humility'; did you mean 'classic:humility'?" },
  { card = 'return amend "classic:hmility" {}\n', says = "1: amend 'classic:hmility': amend: no card 'classic:hmility'; did you mean 'classic:humility'?" },
  { card = 'return amend "wrong:fine" {}\n', says = "1: amend 'wrong:fine': amend: 'wrong:fine' is of this pack itself; change its file" },
  { card = 'return amend "arena:knight" {}\n', says = "1: amend 'arena:knight': amend: the manifest of 'wrong' names no 'arena'; write requires or optional = { arena = \">=...\" }" },

  -- Scenarios --------------------------------------------------------------------
  scenario('setup = { { "A", "battlefield", "Fien" } },', "no card 'Fien'; did you mean 'Fine'?"),
  scenario('setup = { { "C", "battlefield", "Fine" } },', "setup: no player 'C'; there are A, B"),
  scenario('setup = { { "A", "battelfield", "Fine" } },', "setup: no zone 'battelfield'; did you mean 'battlefield'?"),
  scenario('setup = { { "A", "battlefield", { "Fine", taped = true } } },', "setup: no field 'taped'; did you mean 'tapped'?"),
  scenario('steps = { { destory = "Fine" } },', "no verb in this step; did you mean 'destroy'?"),
  scenario('steps = { { move = "Fine", too = "hand" } },', "move: no field 'too'; did you mean 'to'?"),
  scenario('steps = { { move = "Fine" } },', "move: to is missing; say to = ..."),
  scenario('steps = { { resolve = "Giant Grwoth", on = "Fine" } },', "no card 'Giant Grwoth'; did you mean 'Giant Growth'?"),
  scenario('steps = { { effect = { target, pwoer = add(1) }, on = "Fine" } },', "effect: no attribute or field 'pwoer'; did you mean 'power'?"),
  scenario("steps = { { emit = 3 } },", "emit: expected an event such as gain_life { ... }, got 3"),
  scenario('steps = { { emit = gain_life { plyer = "A" } } },', "gain_life: no field 'plyer'; did you mean 'player'?"),
  scenario('steps = { { gain_life = "A", amount = "x" } },', "gain_life: amount: expected a number, got the text 'x'"),
  scenario('steps = { { gain_life = { "Fine" }, amount = 1 } },', "gain_life: no player 'Fine'; there are A, B; 'strata help gain_life' shows how to say it"),
  scenario('steps = { { destroy = "Fien" } },', "destroy: no object or card is called 'Fien'; did you mean 'Fine'?"),
  scenario('steps = { { await = "A lief < 3" } },', "await: cannot read 'A lief < 3': no attribute 'lief', and lines ask nothing else by that name; did you mean 'life'?"),
  scenario("steps = { { destroy = {} } },", "destroy: it names nothing that could happen; name an object or a player"),
  scenario('steps = { { destroy = "Fine", answer = {} } },', "destroy: no field 'answer'; did you mean 'answers'?"),
  plays('{ gain_life = "A", amount = 1, answers = { "red" } }', "step 1 (gain_life): 0 of 1 answers were asked for"),
  scenario('steps = { { draw = "A", settle = "cheks" } },', "draw: settle: no way to settle 'cheks'; did you mean 'checks'?"),
  scenario('steps = { { draw = "A", repeated = 0 } },', "draw: repeated: expected a number of 1 or more, got 0"),
  scenario('steps = { { seed = "x" } },', "seed: expected a number, got x"),
  scenario('steps = { { go = "upkep" } },', "go: no period 'upkep'; did you mean 'upkeep'?"),
  plays('{ phase = "upkep" }', "step 1 (phase): phase: no period 'upkep'; did you mean 'upkeep'?"),
  plays('{ go = "upkeep", turn = 2 }, { go = "main", turn = 1 }', "step 2 (go): go: main of turn 1 is past"),
  plays('{ go = "combat" }, { go = "main" }', "step 2 (go): go: main of turn 1 is past, or does not come"),
  plays('{ activate = "Asker" }', "no answer is left for choose, asked of A: "),
  -- finding_CW18: a step that answers one question about what may be done answers them all.
  plays('{ put = "Twice Asker" }, { activate = "Twice Asker", answers = { "yes" } }', "no answer is left for may, asked of A: yes, no (for Twice Asker)"),
  plays('{ activate = "Asker", answers = { "Fien" } }', "'Fien' is none of the options"),
  scenario('stesp = {},', "scenario: no field 'stesp'; did you mean 'steps'?"),
  expects("pt(Fine) = 2/2", 'expected: "pt(Fine) = 2/2"\n      got: "1/1"'),
  expects("pt(second Fine) = 1/1", "got: \"there is no 'second Fine'"),
  -- finding_CW40: what a line says that cannot be read
  line("pt(Fien) = 1/1", ": no object or card is called 'Fien'; did you mean 'Fine'?"),
  line("the Fine card is fine", "; 'strata help expect' shows what lines can say"),
  {
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine" } },\n  expect = { "@check1 pt(Fine) = 1/1" },\n}\n',
    says = "3: scenario 'wrong NUMBER': expect: '@check1 pt(Fine) = 1/1': no step { check = ... } is called 'check1'; there is none",
  },
  line("pwer(Fine) = 2", ": no attribute 'pwer', and lines ask nothing else by that name; did you mean 'power'?"),
  line("Fine: pwer=2", ": no attribute 'pwer', and lines ask nothing else by that name; did you mean 'power'?"),
  line("A lief=20", ": no attribute 'lief', and lines ask nothing else by that name; did you mean 'life'?"),
  line("power(Fine) == 2", ": a line compares by one =; write 'power(Fine)=2'"),
  line("power(Fine) = big", ": power: expected a number, got 'big'"),
  line("power(Fine)", ": power: say what it is: power=...; 'strata help expect' shows what lines can say"),
  line("power(Fine) =", ": power: nothing stands behind it to compare with; expected a number"),
  line("pt(Fine) = 2", ": pt: expected power and toughness such as 2/3, got '2'"),
  line("tapped(Fine) = perhaps", ": tapped: expected true or false, got 'perhaps'"),
  line("types(Fine) = [craeture]", ": types: no word 'craeture'; did you mean 'creature'?"),
  line("types(Fine) excludes craeture", ": types: no word 'craeture'; did you mean 'creature'?"),
  line("not has(Fine, flyng)", ": no ability or keyword 'flyng'; did you mean 'flying'?"),
  line("Fine: is craeture=false", ": no word 'craeture'; did you mean 'creature'?"),
  line("counters(Fine, chrage) = 0", ": no kind of counter 'chrage'; did you mean 'charge'?"),
  line("zone(Fine) = A.gravyard", ": zone: no zone 'gravyard'; did you mean 'graveyard'?"),
  line("zone(Fine) = C.graveyard", ": zone: no player 'C'; there are A, B"),
  line("A graveyard lacks Fien", ": 'Fien' is neither a card nor words of the rules; did you mean 'Fine'?"),
  line("A gravyard contains Fine", ": no zone 'gravyard'; did you mean 'graveyard'?"),
  line("count(craetures) = 0", ": count: 'craetures' is neither a card nor words of the rules; 'strata help expect' shows what lines can say"),
  line("events(gain_lief) = 0", ": no event 'gain_lief'; did you mean 'gain_life'?"),
  line("events(put_counters, kind=lorre) = 0", ": put_counters: kind: no word 'lorre'; did you mean 'lore'?"),
  line("events(gain_life, amount=some) = 0", ": gain_life: amount: expected a number, got 'some'"),
  line("events(damage, source=Fien) = 0", ": no object or card is called 'Fien'; did you mean 'Fine'?"),
  line("events(damage, sorce=Fine) = 0", ": damage: no field 'sorce'; did you mean 'source'?"),
  line("sum(damage.amuont) = 0", ": damage: no number 'amuont'; did you mean 'amount'?"),
  line("triggers(Fien) = 0", ": no card or object is called 'Fien'; did you mean 'Fine'?"),
  line("no trigger from Fien", ": no card or object is called 'Fien'; did you mean 'Fine'?"),
  line("shield(Fine) unused", ": Fine has no shield or replacement effect, so it is always unused; 'strata help expect' shows what lines can say"),
  line("no continuous effects remain from Growht", ": no effect or card is called 'Growht'; 'strata help expect' shows what lines can say"),
  line("befroe: power(b) = 1", ": no step { check = ... } is called 'befroe', and nothing else is; 'strata help expect' shows what lines can say"),
  line("active player = C", ": no player 'C'; there are A, B"),
  line("draws(C) = 0", ": no player 'C'; there are A, B"),
  line("upkep_step happens on turn 1 = no", ": no phase 'upkep step'; there are turn, upkeep, draw, main, combat, end of combat, after combat, end step, cleanup"),
  -- finding_NC01: what of a scenario would be left out
  scenario('setup = { { "A", "battlefield", "x: Fine", "x: Fine" } },', "the id 'x' is given twice, here and in setup, place 1; give each object its own"),
  scenario('setup = { { "A", "battlefield", "A: Fine" } },', "'A' is the name of a player; give the object another id"),
  scenario('setup = { { "A", "battlefield", "x: Fine x2" } },', "setup: the id 'x' would be that of 2 objects; write them one by one"),
  scenario('setup = { { "A", "battlefield", "Fine", tapped = true } },', "setup: 'tapped' stands in a list; write what it is without a name; an object with fields is a table, as { \"Smith\", tapped = true }"),
  scenario('setup = { { "A", "battlefield", nil, "Fine" } },', "setup: in place 3 of its list stands nothing; write its items one behind the other; an object with fields is a table, as { \"Smith\", tapped = true }"),
  scenario('setup = { { "A", "battlefield", { "Fine", tapped = 1 } } },', "setup: tapped: expected true or false, got 1"),
  scenario('setup = { nil, { "A", "battlefield", "Fine" } },', "setup: in place 1 of its list stands nothing; write its items one behind the other"),
  scenario('steps = { { tap = "Fine" }, nil, { untap = "Fine" } },', "steps: in place 2 of its list stands nothing; write its items one behind the other"),
  scenario('steps = { { check = "before" } },', "check: no line of expect is about 'before'; begin one with \"before: \""),
  scenario('steps = { { token = "Fine", count = "2" } },', "token: count: expected a number, got the text '2'"),
  scenario('steps = { { token = "Fine", under = "C" } },', "token: under: no player 'C'; there are A, B"),
  scenario('steps = { { tap = { "Fine", nil, "b" } } },', "tap: in place 2 of its list stands nothing; write its items one behind the other; 'strata help tap' shows how to say it"),
  scenario('steps = { { activate = "Fine", answers = "yes" } },', "activate: answers: expected a list of answers, got yes"),
  scenario('steps = { { gain_life = { player = "A", amount = 2 } } },', "gain_life: expected names of objects or players, got a table with 'amount', 'player'; 'strata help gain_life' shows how to say it"),
  scenario('steps = { { base = { Fine = { power = "2" } } } },', "base: power: expected a number, got 2"),
  scenario('steps = { { base = { Fine = 2 } } },', "base: Fine: expected a table of values, as { power = 2 }, got 2"),
  scenario('players = { "A", "A" },', "players: two are called 'A'; give each its own name"),
  scenario('life = { C = 3 },', "life: no player 'C'; there are A, B"),
  scenario("rules = { 613 },", "rules: expected the number of a rule as a text, got 613"),
  -- finding_CW45: which answer nobody asked for
  plays('{ gain_life = "A", amount = 1, answers = { "red", 3 } }', "0 of 2 answers were asked for, and not 'red', 3; nothing was asked"),
  -- finding_CW18: a question for which no answer is left is none that is answered by yes
  {
    card = 'return card { name = "Twice NUMBER", types = { "artifact" },\n  activated { "both", act = { may { gain_life { player = you, amount = 1 } }, may { gain_life { player = you, amount = 2 } } } },\n}\n',
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Twice NUMBER" } },\n  steps = { { activate = "Twice NUMBER", answers = { "yes" } } },\n  expect = { "A life = 23" },\n}\n',
    says = "no answer is left for may, asked of A: yes, no",
    is_run = true,
  },
  {
    card = 'return card { name = "Aimless NUMBER", types = { "instant" },\n  spell { act = tap { who = target } },\n}\n',
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine" } },\n  steps = { { resolve = "Aimless NUMBER" } },\n  expect = { "tapped(Fine) = true" },\n}\n',
    says = "the step does not say its target; say on = ..., or target = ... in the card if the ability is to ask for it",
    is_run = true,
  },
  scenario('steps = { { emit = create { player = "A", card = "Fien", count = 1 } } },', "card: no card 'Fien'; did you mean 'Fine'?"),
  -- finding_MU09: a step that cannot be done says why, and not what Lua calls it
  plays('{ transform = "Fine" }', "step 1 (transform): Fine has no other face"),
  plays('{ refused = { tap = "Fine" } }', "step 1 (refused): refused: it was not refused; the step was done"),
  plays('{ token = "Fine", as = { "x", "y" } }', "step 1 (token): as: the step makes 1 objects, and 2 names are given"),
  {
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine" } },\n  steps = { { tap = "Fine" } },\n  expect = { "events(damage, source=Q) = 0" },\n}\n',
    says = "there is no 'Q'",
    is_run = true,
  },
  -- It would pass if its steps were not there.
  {
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine" } },\n  steps = { { tap = "Fine" } },\n  expect = { "pt(Fine) = 1/1" },\n}\n',
    says = "it passes without its steps: all lines hold right after the setup",
    is_run = true,
  },
  {
    scenario = 'return scenario { name = "wrong NUMBER", unchanged = true,\n  setup = { { "A", "battlefield", "Fine" } },\n  steps = { { tap = "Fine" } },\n  expect = { "tapped(Fine) = true" },\n}\n',
    says = "unchanged: not all lines hold right after the setup; leave the field out",
    is_run = true,
  },
  -- What a step says is not hidden by the lines that are missing.
  {
    scenario = 'return scenario { name = "wrong NUMBER",\n  setup = { { "A", "battlefield", "Fine" } },\n  steps = { { transform = "Fine" } },\n  expect = {},\n}\n',
    says = { "step 1 (transform): Fine has no other face", "it expects nothing" },
    is_run = true,
  },
  expects("Fine: has flying=true", 'got: "false"'),
  expects("A graveyard contains Fine", 'got: "nothing"'),
}
