std = "lua54"
max_line_length = 100
max_cyclomatic_complexity = 10
self = false
unused_secondaries = false
ignore = { "212/_.*" } -- unused argument, when its name says so

-- What `strata run` gives to every script.
exclude_files = {
  "tests/attacks/scripts/**", "tests/attacks/cards/**", -- they are as wrong as they can be
  "tests/frozen/packs/**", -- they are as they were
  "tests/frozen/v04/packs/**",
}
files["tests/**"] = { read_globals = { "strata" } }
-- What files of sessions with a pack have.
files["tests/games/**"] = { read_globals = { "A", "B", "GAMES", "SAVES", "strata", "world" } }
-- What sessions have beside the words of scripts.
for _, glob in ipairs({ "tests/frozen/**/save/**", "tests/frozen/**/replay/**" }) do
  files[glob] = {
    globals = { "A" },
    read_globals = {
      "B", "add", "alice", "ann", "at_most", "bear", "ben", "count", "each", "elf", "game",
      "giant", "set", "this", "world",
    },
  }
end

-- Scripts of packs run in the sandbox: they see what the engine gives them, no more,
-- so that a script which would fail when it runs fails here. lint.sandbox asks the
-- program for the list.
files["cards/**"] = {
  std = {
    read_globals = {
      "assert", "error", "getmetatable", "ipairs", "pairs", "pcall", "print", "rawequal", "rawlen",
      "require", "select", "setmetatable", "strata", "tonumber", "tostring", "type", "xpcall",
      "add", "all", "ask", "at_least", "at_most", "band", "bor", "borrow", "bxor", "clear", "copy",
      "count", "distinct", "div", "each", "event", "expr", "forbid", "grant", "it", "max", "min",
      "mul", "named", "none", "outer", "remove", "remove_all", "scale", "set", "strip", "sub",
      "substitute", "sum", "switch", "the", "this", "why", "you",
      math = {
        fields = {
          "abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger",
          "tointeger", "type", "ult",
        },
      },
      string = {
        fields = {
          "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match",
          "rep", "reverse", "sub", "upper",
        },
      },
      table = { fields = { "concat", "insert", "move", "pack", "remove", "sort", "unpack" } },
    },
  },
}

-- Files of words: cards, rules, laws, scenarios. They see the words alone, which
-- `strata help cards` lists; lint.words compares the lists.
local words = {
  read_globals = {
      "action", "activated", "add", "all_basic_land_types", "all_creature_types", "also", "also_basic_land",
      "also_creature", "as_long_as", "as_soon_as", "assigns", "at", "at_least", "at_most", "attached",
      "becomes", "becomes_basic_land", "becomes_copy", "becomes_creature", "borrow", "cant",
      "amend", "card", "changes_text", "choice", "choose", "count", "creature_types", "defining",
      "devotion", "distinct", "each", "each_kind_on", "effect", "enters", "enters_as_copy", "event",
      "exists", "extend", "forbid", "grant", "handler", "hook", "it", "keyword", "larger",
      "later", "law", "laws", "let", "lethal", "linked", "live", "lose", "mana", "may", "more",
      "most", "mul", "named", "never", "none", "on", "one_or_more", "outer", "pays", "prevent", "properties",
      "property", "rank",
      "redirect", "retargets", "remove", "remove_all", "remove_all_but_mana", "replace", "replacement",
      "roll", "ruleset", "runs", "scale", "scenario", "second_choice", "set",
      "set_creature_types", "settings", "smaller", "spell", "start", "static", "stop", "sub", "substitute",
      "subtypes_of", "sum", "switch", "target", "the_game", "this", "this_ability", "together",
      "top_of", "triggered", "unhook", "unlimited", "until_leaves", "when",
      "when_you_do", "whenever", "x", "you",
  },
}
for _, glob in ipairs({
  "cards/*/cards/**", "cards/*/rules.lua", "cards/*/laws.lua", "cards/arena/tests/**",
  "cards/classic/tests/**", "cards/classic_tuned/tests/**", "cards/craft/tests/**",
  "cards/craft_fame/tests/**", "cards/craft_guests/tests/**", "cards/craft_tax/tests/**",
  "cards/skirmish/tests/**",
  "cards/delve/tests/**",
  "tests/conformance/cards/**", "tests/conformance/tests/**",
  "tests/findings/packs/*/cards/**", "tests/findings/packs/*/tests/**",
}) do
  files[glob] = { std = words }
end
-- The kinds of events that a pack declares are words too.
local classic_kinds = {
  "add_mana", "attach", "attack", "be_blocked", "block", "bounce", "bury", "cast_spell", "commander_lost",
  "concede", "copy_spell", "count_draw", "counter_spell", "create", "damage", "destroy", "die",
  "discard", "draw", "draw_cards", "draw_nothing", "enter", "exchange_life", "exile", "extra_turn",
  "gain_life", "leave", "leave_game", "leave_stack", "lose_game", "lose_life", "mark_damage", "mill", "move",
  "pay_life", "phase_begins", "put_counters", "regenerate", "remove_counters", "sacrifice",
  "set_life", "shuffle", "spend_mana", "start_game", "stay_tapped", "tap", "tap_for_mana", "turn_begins", "turn_face_down",
  "turn_face_up", "turn_of_who_left", "untap", "untap_step", "untaps_again", "vanish", "win_game",
}
-- Laws also see what the rules call by a name, and the modules of their pack.
local in_laws = { "counter_layer", "require" }
for i, kind in ipairs(classic_kinds) do
  in_laws[i + 2] = kind
end
files["cards/classic/laws.lua"] = { std = words, read_globals = in_laws }
local craft_kinds = { "craft", "mine", "pay", "praise", "show" }
for _, glob in ipairs({
  "cards/classic/cards/**", "cards/classic/tests/**",
  "cards/classic_tuned/cards/**", "cards/classic_tuned/tests/**",
  "tests/conformance/cards/**", "tests/conformance/tests/**",
  "tests/findings/packs/*/cards/**", "tests/findings/packs/*/tests/**",
}) do
  files[glob] = { std = words, read_globals = classic_kinds }
end
for _, glob in ipairs({
  "cards/craft/cards/**", "cards/craft/tests/**", "cards/craft_fame/laws.lua",
  "cards/craft_fame/tests/**", "cards/craft_guests/cards/**", "cards/craft_guests/tests/**",
  "cards/craft_tax/cards/**", "cards/craft_tax/tests/**",
}) do
  files[glob] = { std = words, read_globals = craft_kinds }
end
local skirmish_kinds = {
  "age", "apply", "count_down", "defeat", "envenom", "fall", "forget_score", "heal", "lift",
  "practice", "prolong", "put_on", "score", "strike", "turn_begins", "turn_ends", "wear_off", "wound",
}
for _, glob in ipairs({
  "cards/skirmish/cards/**", "cards/skirmish/laws.lua", "cards/skirmish/tests/**",
}) do
  files[glob] = { std = words, read_globals = skirmish_kinds }
end
-- What handlers that stand in cards use.
local in_handlers = { "ipairs", "math", "type" }
for i, kind in ipairs(classic_kinds) do
  in_handlers[i + 3] = kind
end
files["tests/conformance/cards/**"] = { std = words, read_globals = in_handlers }
files["tests/findings/packs/*/cards/**"] = { std = words, read_globals = in_handlers }
local delve_kinds = { "arm", "calm", "guard", "heal", "hit", "pass_turn", "train" }
for _, glob in ipairs({ "cards/delve/cards/**", "cards/delve/laws.lua", "cards/delve/tests/**" }) do
  files[glob] = { std = words, read_globals = delve_kinds }
end
local noughts_kinds = { "concede", "end_game", "lay", "mark", "start_game" }
for _, glob in ipairs({ "cards/noughts/laws.lua", "cards/noughts/tests/**" }) do
  files[glob] = { std = words, read_globals = noughts_kinds }
end
local trumps_kinds = { "concede", "deal", "deal_hand", "end_game", "show", "start_game" }
for _, glob in ipairs({ "cards/trumps/laws.lua", "cards/trumps/tests/**" }) do
  files[glob] = { std = words, read_globals = trumps_kinds }
end
-- Files of events have words of their own, and the kinds that they declare.
local event_words = {
  read_globals = {
    "add", "adds_period", "alias", "amend", "assigns", "attached", "base", "ceases", "check", "choice", "choose",
    "copies", "count", "counts", "course", "devotion", "discloses", "distinct", "each", "event", "events",
    "exists", "handler", "hook", "it", "larger", "let", "lethal", "linked", "live", "may", "most",
    "moves", "named", "none", "outer", "passes", "pays", "period", "play", "pool", "retargets", "roll", "runs", "second_choice", "set", "settings",
    "shuffles", "smaller", "spawns", "stamps", "stop", "sub", "sum", "target", "the_game",
    "this", "ticks", "together", "top_of", "unhook", "unlimited", "when", "x", "you",
  },
}
files["cards/*/events.lua"] = { std = event_words }
for pack, kinds in pairs({
  classic = classic_kinds, craft = craft_kinds, craft_fame = craft_kinds, delve = delve_kinds,
  noughts = noughts_kinds, skirmish = skirmish_kinds,
  trumps = trumps_kinds,
}) do
  files["cards/" .. pack .. "/events.lua"] = { std = event_words, read_globals = kinds }
end
local in_classic_events = { "require" }
for i, kind in ipairs(classic_kinds) do
  in_classic_events[i + 1] = kind
end
files["cards/classic/events.lua"] = { std = event_words, read_globals = in_classic_events }
files["tests/lua/functions/**"] = { std = words, ignore = { "113" } }
files["tests/findings/packs/**"] = { std = words, ignore = { "113" } }
