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
