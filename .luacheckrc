std = "lua54"
max_line_length = 100
max_cyclomatic_complexity = 10
self = false
unused_secondaries = false
ignore = { "212/_.*" } -- unused argument, when its name says so

-- What `strata run` gives to every script.
files["tests/**"] = { read_globals = { "strata" } }

-- Card packs run in the sandbox: they see what the engine gives them, no more.
-- The same lists stand in bindings/lua (sandbox.c, baselib.c, strlib.c), so
-- that a card which would fail when it runs fails here.
files["cards/**"] = {
  std = {
    read_globals = {
      "assert", "error", "getmetatable", "ipairs", "pairs", "pcall", "print", "require",
      "select", "tonumber", "tostring", "type",
      math = {
        fields = {
          "abs", "ceil", "floor", "fmod", "max", "maxinteger", "min", "mininteger",
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
-- scripts/strata/cardwords.lua describes; lint.words compares the lists.
local words = {
  read_globals = {
      "activated", "add", "all_basic_land_types", "all_creature_types", "also", "also_basic_land",
      "also_creature", "as_long_as", "at_least", "at_most", "attached", "becomes",
      "becomes_basic_land", "becomes_copy", "becomes_creature", "borrow", "card", "changes_text",
      "choice", "count", "creature_types", "defining", "devotion", "distinct", "each",
      "enters_as_copy", "exists", "extend", "forbid", "grant", "it", "keyword", "larger", "law",
      "laws", "live", "lose", "mana", "mul", "none", "outer", "remove", "remove_all",
      "remove_all_but_mana", "replacement", "ruleset", "scenario", "second_choice", "set",
      "set_creature_types", "smaller", "spell", "static", "sub", "substitute", "subtypes_of",
      "sum", "switch", "target", "the_game", "this", "this_ability", "triggered", "unlimited",
      "whenever", "x", "you",
  },
}
for _, glob in ipairs({
  "cards/*/cards/**", "cards/*/rules.lua", "cards/*/laws.lua", "cards/arena/tests/**",
  "cards/classic/tests/**", "tests/conformance/cards/**", "tests/conformance/tests/**",
}) do
  files[glob] = { std = words }
end
-- Files of events have words of their own, and their kinds are words too.
files["tests/lua/events/**"] = { std = words, ignore = { "113" } }
files["cards/classic/laws.lua"] = { std = words, read_globals = { "counter_layer" } }
