-- luacheck: no max line length
--- Mistakes in the tables of cards, and in what a file of cards returns: see cases.lua.

--- A file of cards, with the mistake that is said.
local function file(text, says)
  return { card = text, says = says, is_whole = true }
end

--- A card whose second line is the mistake.
local function card(line, says)
  local form = 'return card { name = "Wrong", types = { "creature" }, power = 1, toughness = 1,\n  %s\n}\n'
  return { card = form:format(line), says = "2: card 'Wrong'" .. says }
end

--- An ability whose third line is the mistake.
local function ability(word, line, says)
  local form = 'return card { name = "Wrong", types = { "enchantment" },\n  %s {\n    %s\n  },\n}\n'
  return { card = form:format(word, line), says = ("3: card 'Wrong', ability 1 (%s): %s"):format(word, says) }
end

local BEAR <const> = 'card { name = "Bear NUMBER", types = { "creature" }, power = 2, toughness = 2 }'
local CARDS <const> = "expected card { ... } or a list of them, got "

return {
  -- What a file returns: finding_NC02 ------------------------------------------
  file('return {\n  name = "Wrong", types = { "creature" },\n}\n', "1: " .. CARDS .. "a table; write the word before the braces: card { ... } or a list of them"),
  file("return {}\n", "1: there is nothing in it; write card { ... } or a list of them, or take the file away"),
  file("return {\n  nil,\n  " .. BEAR .. ",\n}\n", "2: in place 1 of its list stands nothing; write its items one behind the other"),
  file("return {\n  " .. BEAR .. ",\n  nil,\n  " .. BEAR:gsub("Bear", "Cub") .. ",\n}\n", "3: in place 2 of its list stands nothing; write its items one behind the other"),
  file("return {\n  foo = " .. BEAR .. ",\n}\n", "2: in a list 'foo' names an item; write items one behind the other"),
  file("local bear = " .. BEAR .. "\nreturn bear, bear\n", "2: a file returns one value; write several as a list: return { a, b }"),
  file("local bear = " .. BEAR .. "\nreturn {\n  bear,\n  bear,\n}\n", "4: card 'Bear NUMBER' stands there twice; say it once"),
  file(BEAR .. "\n", "1: " .. CARDS .. "nothing; write return before it"),
  file("return 'Bear'\n", "1: " .. CARDS .. "Bear"),

  card('controller = "A",', ": no field 'controller'; it names an object or a player, which no card can know: events and effects set it"),

  -- Holes and what stands twice --------------------------------------------------
  card('colors = { "red", "red" },', ": colors: 'red' stands there twice; say it once"),
  card('subtypes = { nil, "elf" },', ": subtypes: in place 1 of its list stands nothing; write its items one behind the other"),
  card('nil, static { power = add(1) },', ", ability 2 (static): in place 1 of its list stands nothing; write its items one behind the other"),
  ability("static", 'power = add(1), zones = { "hand", "hand" },', "zones: 'hand' stands there twice; say it once"),
  ability("static", 'power = { add(1), and_more = add(2) },', "power: in a list 'and_more' names an item; write items one behind the other"),
  ability("static", 'types = add({ "artifact", "artifact" }),', "types: 'artifact' stands there twice; say it once"),

  -- Fields that mean nothing where they stand ------------------------------------
  ability("spell", "act = draw_cards { player = you, count = 1 }, only_if = you.life:less_than(5),", "spell: no field 'only_if'; there are act, announce, cost, target, targets, text"),
  ability("activated", 'act = draw_cards { player = you, count = 1 }, lasts = "turn",', "activated: no field 'lasts'; there are act, announce, cost, loyalty, pays, target, targets, text"),
  ability("whenever", 'draw_cards { player = you }, choosing = "red", act = draw_cards { player = you, count = 1 },', "whenever: no field 'choosing'; there are act, announce, do_limit, immediate, limit, looks_back, may, only_if, prompt, target, targets, text, when, zones"),
  ability("whenever", "draw_cards { player = you }, gain_life { player = you, amount = 1 },", "whenever: in place 2 of its list is gain_life { ... }; say what it does as act = gain_life { ... }"),
  ability("replace", "draw_cards { player = you }, nothing = true, may = true,", "replace: no field 'may'; there are after, again, also, choose, class, instead, limit, nothing, optional, prompt, text, times, when, with, zones"),
  ability("whenever", "draw_cards { player = you }, may = 1, act = draw_cards { player = you, count = 1 },", "whenever: may: expected true or false, got 1"),
  ability("static", "each.creature, power = add(1), text = 3,", "static: text: expected a text, got 3"),

  ability("whenever", 'move { who = this, to = { "hand", extra = "library" } }, act = draw_cards { player = you, count = 1 },', "move: to: in a list 'extra' names an item; write items one behind the other"),
  ability("whenever", 'move { who = this, to = {} }, act = draw_cards { player = you, count = 1 },', "move: to: there is no word in its list; say one, or take the field away"),
  ability("triggered", 'this, power = add(1), lasts = as_long_as(this.zone:is("battlefeld")),', "is: unknown zone 'battlefeld'; did you mean 'battlefield'?"),
  ability("whenever", '"name", draw_cards { player = you }, actq = gain_life { player = you, amount = 1 },', "whenever: no field 'actq'; did you mean 'act'?"),
  ability("activated", 'cost = sacrifice { this }, actq = gain_life { player = you, amount = 1 },', "activated: no field 'actq'; did you mean 'act'?"),
  ability("activated", 'act = effect { this, power = add(1), you, lasts = "turn" },', "effect: who it is about stands first in the list, and once; 'you' is in place 2"),
  ability("enters_as_copy", 'this, also { when = "x", counters = { ["+1/+1"] = 1 } },', "also: when: expected a condition, got x"),
  ability("enters_as_copy", "this, must = 7,", "enters_as_copy: must: expected true or false, got 7"),

  -- What one name cannot stand for: finding_CW07 ------------------------------------
  ability("spell", 'act = choose { each.creature, by = you, as = "two", most = 2 },', "choose: most: expected 1, as a name stands for one, got 2; write a choose for each, :except(named.first), or ctx:choose in a handler"),
  ability("spell", 'act = retargets { each.card, change = "ony" },', 'retargets: change: expected "all", "any" or "one", got ony; did you mean \'any\'?'),
  ability("spell", 'act = choose { each.creature, by = you, as = "two", of = "red" },', 'choose: of: it lists words; write choose { "word", of = ... }'),
}
