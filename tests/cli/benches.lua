--- What the verb bench answers, as cases.lua: which rows and verdicts, never times.
--
-- /proc/self/exe of a child, and the parent of a script, are the program itself.

--- A build whose times are a tenth of this program's.
local FASTER <const> = [[
#!/bin/sh
/proc/$PPID/exe "$@" | sed 's/"ns":\([0-9]*\)\([0-9]\)\.\([0-9]*\)/"ns":\1.\2\3/'
]]

--- A build that finds a wrong result.
local WRONG <const> = [[
#!/bin/sh
/proc/$PPID/exe "$@"
exit 1
]]

--- A build in which an entity takes a two-thousandth less than here, an effect a hundredth.
local SMALLER <const> = [[
#!/bin/sh
/proc/$PPID/exe "$@" | awk -F '"value":' '
  /"an entity"/ { print $1 "\"value\":" $2 * 0.9995 "}"; next }
  /"an effect on one/ { print $1 "\"value\":" $2 * 0.99 "}"; next }
  { print }'
]]

--- A build that knows none of the workloads.
local OLD <const> = [[
#!/bin/sh
exit 2
]]

--- The rows that a comparison printed, by name: what stands behind the ratio and the spread.
local function verdicts(text)
  local rows = {}
  for line in text:gmatch("[^\n]+") do
    local name, verdict = line:match("^  (.-)  +[%d.]+ +[%d.]+ /%S+ +[%d.]+ +[%d.]+ %%(.*)$")
    if name then
      rows[name] = verdict
    end
  end
  return rows
end

local function expect(name, verdict, total)
  return function(text)
    local got = verdicts(text)[name]
    assert(got == verdict, ("%s: wanted '%s', got '%s'"):format(name, verdict, got))
    assert(text:find(total, 1, true), total)
  end
end

return {
  {
    name = "bench against itself",
    args = { "bench", "memory", "--quick", "--against", "/proc/self/exe" },
    out = expect("an entity", "", "5 rows: 0 slower, 0 faster than '/proc/self/exe'"),
  },
  {
    name = "bench against a build that is ten times as fast",
    args = { "bench", "attr_set", "--quick", "--against=./faster.sh", "--runs", "6" },
    files = { ["faster.sh"] = FASTER },
    out = expect("1 entity", " slower", "2 rows: 2 slower, 0 faster than './faster.sh' by more "
      .. "than three times its spread in 6 runs; 0 runs failed."),
    status = 1,
  },
  {
    name = "bench against a build that takes fewer bytes",
    args = { "bench", "memory", "--quick", "--against", "./smaller.sh" },
    files = { ["smaller.sh"] = SMALLER },
    out = function(text)
      expect("an effect on one entity", " larger", "5 rows: 1 slower, 0 faster")(text)
      expect("an entity", "", "0 runs failed.")(text)
    end,
    status = 1,
  },
  {
    name = "bench against a build in JSON",
    args = { "bench", "attr_set", "--json", "--quick", "--against", "./faster.sh" },
    files = { ["faster.sh"] = FASTER },
    out = function(text)
      local _, rows = text:gsub('"verdict":"slower"', "")
      assert(rows == 2, "two rows are slower")
      assert(text:find('{"summary":true,"rows":2,"slower":2,', 1, true), "a summary")
    end,
    status = 1,
  },
  {
    name = "bench against a build with a wrong result",
    args = { "bench", "memory", "--quick", "--against", "./wrong.sh" },
    files = { ["wrong.sh"] = WRONG },
    out = expect("an entity", "", "5 runs failed."),
    err = ("strata bench: './wrong.sh bench memory' failed\n"):rep(5),
    status = 1,
  },
  {
    name = "bench against a build without the workload",
    args = { "bench", "memory", "--quick", "--against", "./old.sh" },
    files = { ["old.sh"] = OLD },
    out = function(text)
      local _, rows = text:gsub("only here", "")
      assert(rows == 5, "five rows are only here")
    end,
  },
  {
    name = "bench against what is no program",
    args = { "bench", "memory", "--against", "./nowhere" },
    out = "...\n",
    err = "strata bench: cannot run './nowhere'\n",
    status = 2,
  },
  {
    name = "bench with too few runs",
    args = { "bench", "memory", "--runs", "4" },
    err = "strata bench: --runs: a number from 5 to 25 must follow (strata bench --help)\n",
    status = 2,
  },
  {
    name = "an option of bench with a typing error",
    args = { "bench", "--agianst=strata" },
    err = "strata bench: no option '--agianst'; the nearest is '--against' (strata bench --help)\n",
    status = 2,
  },
  {
    name = "an option with its value in the same word",
    args = { "conflicts", "--pairs=x" },
    err = "strata conflicts: --pairs: a number must follow (strata conflicts --help)\n",
    status = 2,
  },
}
