--- floors.lua ROOT: one total order of modules; a file includes only earlier ones.
--
-- Read top to bottom, this list is the shortest description of the engine.
local ORDER <const> = {
  -- base: knows no game
  "base/base",
  "base/mem",
  "base/arena",
  "base/region",
  "base/bits",
  "base/lanes",
  "base/hash",
  "base/text",
  "base/names",
  -- world: what is
  "world/schema",
  "world/rules",
  "world/store",
  "world/pen",
  "world/writer",
  "world/row_list",
  "world/chance",
  "world/note",
  "world/hook",
  "world/fault",
  "world/entity",
  "world/zone",
  "world/strings",
  "world/expr",
  "world/scope",
  "world/match",
  "world/lex",
  "world/print",
  "world/compile",
  "world/parse",
  "world/rewrite",
  "world/clause",
  "world/object",
  "world/audit",
  "world/deed",
  "world/kind",
  "world/code",
  "world/check",
  "world/builder",
  "world/packer",
  "world/declare",
  "world/declare_play",
  "world/declare_check",
  "world/columns",
  "world/rename",
  "world/digest",
  "world/pool",
  "world/part",
  "world/framing",
  "world/trail",
  "world/beginning",
  "world/compose",
  "world/enact",
  "world/enact_play",
  "world/enact_check",
  "world/freeze",
  "world/image",
  "world/save",
  "world/fit",
  -- layers: what is true
  "layers/effect",
  "layers/program",
  "layers/cells",
  "layers/compiled",
  "layers/valid",
  "layers/plan",
  "layers/keys",
  "layers/classes",
  "layers/lists",
  "layers/ask",
  "layers/board",
  "layers/work",
  "layers/tally",
  "layers/pass",
  "layers/profile",
  "layers/subject",
  "layers/unit",
  "layers/apply",
  "layers/sums",
  "layers/step",
  "layers/masks",
  "layers/notice",
  "layers/tokens",
  "layers/apart",
  "layers/candidates",
  "layers/trial",
  "layers/queue",
  "layers/depend",
  "layers/run",
  "layers/fold",
  "layers/bulk",
  "layers/leaf",
  "layers/update",
  "layers/due",
  "layers/admit",
  "layers/evaluate",
  "layers/current",
  "layers/past",
  "layers/resolve",
  "layers/value",
  "layers/row",
  "layers/why",
  "layers/change",
  "layers/making",
  "layers/except",
  -- play: what happens
  "play/log",
  "play/watcher",
  "play/decision",
  "play/fired",
  "play/valid_hook",
  "play/valid",
  "play/watch_id",
  "play/keyed",
  "play/index",
  "play/listen",
  "play/scan",
  "play/run",
  "play/frame",
  "play/tracer",
  "play/leaving",
  "play/asking",
  "play/perform",
  "play/turn",
  "play/enter",
  "play/judge",
  "play/fault",
  "play/handler",
  "play/alike",
  "play/shield",
  "play/doubt",
  "play/delta",
  "play/meaning",
  "play/scratch",
  "play/branch",
  "play/order",
  "play/rider",
  "play/replace",
  "play/starting",
  "play/begin",
  "play/chain",
  "play/weigh",
  "play/trigger",
  "play/plain",
  "play/fates",
  "play/stamps",
  "play/batch",
  "play/promise",
  "play/emitting",
  "play/routine",
  "play/check",
  "play/stack",
  "play/standing",
  "play/settle",
  "play/request",
  "play/action",
  "play/account",
  "play/telling",
  -- api: checks arguments, calls the floors
  "api/api_world",
  "api/api_value",
  "api/api_object",
  "api/api_operand",
  "api/api_draft",
  "api/api_effect",
  "api/api_query",
  "api/api_profile",
  "api/api_reload",
  "api/api_view",
  "api/api_expr",
  "api/api_given",
  "api/api_act",
  "api/api_decide",
  "api/api_log",
  "api/api_tell",
  "api/api_account",
  "api/api_run",
  "api/api_fault",
  "api/api_watch",
  "api/api_hook",
}

-- ISO C that is the same everywhere: no stdio, clock, locale, float or POSIX.
local SYSTEM <const> = {
  assert = true,
  inttypes = true,
  limits = true,
  stdalign = true,
  stdarg = true,
  stdbool = true,
  stddef = true,
  stdint = true,
  stdlib = true,
  stdnoreturn = true,
  string = true,
}

-- Of stdlib.h and string.h, what only one module may call, or none.
local CALLS <const> = {
  malloc = "base/mem",
  calloc = "base/mem",
  realloc = "base/mem",
  free = "base/mem",
  abort = "none",
  exit = "none",
  getenv = "none",
  rand = "none",
  strtol = "none",
  strtoll = "none",
  strtod = "none",
  qsort = "none", -- its order of equal elements differs between systems
  strcoll = "none",
  strtok = "none",
}

package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1] or ".")

local rank = {}
for i, module in ipairs(ORDER) do
  assert(not rank[module], "listed twice: " .. module)
  rank[module] = i
end

local function check_own(path, number, module, target)
  if target == "strata" then
    return
  end
  if not rank[target] then
    tree.complain("%s:%d: %s.h is not in the list of floors", path, number, target)
  elseif rank[target] > rank[module] then
    tree.complain("%s:%d: %s is below %s and may not include it", path, number, module, target)
  end
end

local function check_calls(path, number, module, line)
  local code = line:gsub('".-"', '""'):gsub("/%*.-%*/", ""):gsub("/%*.*", "")
  if code:match("^%s*%*") then
    return -- inside a comment
  end
  for before, name in code:gmatch("([%w_>%.]?)%f[%w_]([%a_][%w_]*)%s*%(") do
    local only = CALLS[name]
    if only and only ~= module and before ~= ">" and before ~= "." then
      tree.complain("%s:%d: %s() is for %s", path, number, name, only)
    end
  end
end

local function check(path)
  local module = path:match("^engine/([%w_]+/[%w_]+)%.[ch]$")
  if not rank[module] then
    return tree.complain("%s: not in the list of floors (tests/lint/floors.lua)", path)
  end
  tree.seen = tree.seen + 1
  for number, line in tree.lines(path) do
    local own = line:match('^%s*#%s*include%s+"([^"]+)%.h"')
    local system = line:match("^%s*#%s*include%s+<([^>]+)%.h>")
    if own then
      check_own(path, number, module, own)
    elseif system and not SYSTEM[system] then
      tree.complain("%s:%d: the engine does without <%s.h>", path, number, system)
    elseif not own and not system then
      check_calls(path, number, module, line)
    end
  end
end

local function is_engine(path)
  return path:match("^engine/.*%.[ch]$") and path ~= "engine/include/strata.h"
end

--- The binding and the program prove that the public header is enough.
local function is_binding(path)
  return path:match("^bindings/.*%.[ch]$")
end

local function check_binding(path)
  for number, line in tree.lines(path) do
    local own = line:match('^%s*#%s*include%s+"([^"]+)%.h"')
    if own and rank[own] then
      tree.complain("%s:%d: bindings use strata.h, not %s.h", path, number, own)
    end
  end
end

local function exists(path)
  local file <close> = io.open(arg[1] .. "/engine/" .. path)
  return file ~= nil
end

local function check_listed(module)
  if not exists(module .. ".h") and not exists(module .. ".c") then
    tree.complain("tests/lint/floors.lua: there is no engine/%s.c or .h", module)
  end
end

for _, path in ipairs(tree.files(is_engine)) do
  check(path)
end
for _, path in ipairs(tree.files(is_binding)) do
  check_binding(path)
end
for _, module in ipairs(ORDER) do
  check_listed(module)
end
tree.close()
