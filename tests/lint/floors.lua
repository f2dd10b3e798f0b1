--- floors.lua ROOT: one total order of modules; a file includes only earlier ones.
--
-- Read top to bottom, this list is the shortest description of the engine.
local ORDER <const> = {
  -- base: knows no game: memory, bit sets, 64-lane arithmetic, hashes, texts, names
  "base/base",
  "base/mem",
  "base/arena",
  "base/region",
  "base/bits",
  "base/lanes",
  "base/hash",
  "base/text",
  "base/names",
  -- rules/catalog: the frozen rules: attributes, zones, layers, and the columns of their worlds
  "rules/catalog/schema",
  "rules/catalog/rules",
  "rules/catalog/columns",
  -- rules/expr: the expression language: parse, compile, evaluate for one and for 64
  "rules/expr/expr",
  "rules/expr/scope",
  "rules/expr/match",
  "rules/expr/lex",
  "rules/expr/print",
  "rules/expr/compile",
  "rules/expr/parse",
  "rules/expr/rewrite",
  "rules/expr/pool",
  -- rules/model: what frozen rules say: clauses, event types, programs, watchers
  "rules/model/clause",
  "rules/model/deed",
  "rules/model/kind",
  "rules/model/code",
  "rules/model/check",
  -- rules/declare: the builder: what callers declare, kept until it is frozen
  "rules/declare/builder",
  "rules/declare/packer",
  "rules/declare/declare",
  "rules/declare/declare_play",
  "rules/declare/declare_check",
  "rules/declare/rename",
  "rules/declare/trail",
  -- rules/compile: freezing: from declarations to the model; digest and image
  "rules/compile/digest",
  "rules/compile/part",
  "rules/compile/framing",
  "rules/compile/beginning",
  "rules/compile/compose",
  "rules/compile/enact",
  "rules/compile/enact_play",
  "rules/compile/enact_check",
  "rules/compile/freeze",
  "rules/compile/image",
  -- world/store: the cells of a state: pages, journal, hash; texts, notes, chance
  "world/store/store",
  "world/store/pen",
  "world/store/writer",
  "world/store/row_list",
  "world/store/chance",
  "world/store/note",
  "world/store/strings",
  -- world/objects: entities, zones, definitions on entities, chain overrides
  "world/objects/hook",
  "world/objects/fault",
  "world/objects/entity",
  "world/objects/zone",
  "world/objects/object",
  -- world/tables: all other rows of state: effects, watchers, triggers, log, decision
  "world/tables/effect",
  "world/tables/compiled",
  "world/tables/log",
  "world/tables/watcher",
  "world/tables/decision",
  "world/tables/fired",
  -- world/save: bytes in and out, and the checks of every row that is loaded
  "world/save/audit",
  "world/save/save",
  "world/save/fit",
  "world/save/valid_effects",
  "world/save/valid_hook",
  "world/save/valid_play",
  -- layers/inforce: what is in force now, and which entities nothing can tell apart
  "layers/inforce/plan",
  "layers/inforce/keys",
  "layers/inforce/classes",
  "layers/inforce/lists",
  "layers/inforce/ask",
  -- layers/pass: the data of one evaluation pass
  "layers/pass/board",
  "layers/pass/work",
  "layers/pass/tally",
  "layers/pass/pass",
  "layers/pass/profile",
  "layers/pass/subject",
  "layers/pass/unit",
  "layers/pass/notice",
  "layers/pass/due",
  -- layers/values: operations on one value and on many
  "layers/values/program",
  "layers/values/cells",
  "layers/values/apply",
  "layers/values/sums",
  "layers/values/masks",
  "layers/values/fold",
  "layers/values/bulk",
  -- layers/order: 613.7 and 613.8: which unit is applied next
  "layers/order/step",
  "layers/order/tokens",
  "layers/order/apart",
  "layers/order/candidates",
  "layers/order/trial",
  "layers/order/queue",
  "layers/order/depend",
  "layers/order/run",
  -- layers/update: a finished pass is kept true instead of run again
  "layers/update/leaf",
  "layers/update/update",
  "layers/update/admit",
  "layers/update/evaluate",
  "layers/update/current",
  "layers/update/past",
  "layers/update/resolve",
  -- layers/explain: why a value is what it is
  "layers/explain/value",
  "layers/explain/row",
  "layers/explain/why",
  -- layers/change: the writes that the evaluator is told of
  "layers/change/change",
  "layers/change/making",
  "layers/change/except",
  -- play/index: which watchers may care about an event
  "play/index/watch_id",
  "play/index/keyed",
  "play/index/index",
  "play/index/listen",
  "play/index/scan",
  -- play/execution: one execution of an action: events, frames, tasks, decisions
  "play/execution/run",
  "play/execution/frame",
  "play/execution/tracer",
  "play/execution/asking",
  "play/execution/turn",
  "play/execution/judge",
  "play/execution/fault",
  "play/execution/handler",
  "play/execution/shield",
  "play/execution/doubt",
  -- play/perform: what performing an event writes, and what it starts
  "play/perform/leaving",
  "play/perform/perform",
  "play/perform/enter",
  "play/perform/rider",
  "play/perform/starting",
  "play/perform/begin",
  "play/perform/chain",
  "play/perform/plain",
  -- play/compare: would a choice make a difference: run both, compare the states
  "play/compare/delta",
  "play/compare/meaning",
  "play/compare/scratch",
  "play/compare/branch",
  "play/compare/order",
  -- play/replace: 614 to 616: from the candidates to the one that is applied
  "play/replace/alike",
  "play/replace/replace",
  "play/replace/fates",
  "play/replace/stamps",
  -- play/events: batches of events, triggers, the interpreter of programs
  "play/events/weigh",
  "play/events/trigger",
  "play/events/batch",
  "play/events/promise",
  "play/events/emitting",
  "play/events/routine",
  -- play/settle: 704 and 603.3: state-based actions, triggers, the stack, endless loops
  "play/settle/check",
  "play/settle/stack",
  "play/settle/standing",
  "play/settle/settle",
  -- play/action: an action from its request to its end; why an event happened
  "play/action/request",
  "play/action/action",
  "play/action/account",
  "play/action/telling",
  -- api/world: public functions of worlds, entities, effects and expressions
  "api/world/api_world",
  "api/world/api_value",
  "api/world/api_object",
  "api/world/api_operand",
  "api/world/api_draft",
  "api/world/api_effect",
  "api/world/api_query",
  "api/world/api_profile",
  "api/world/api_reload",
  "api/world/api_view",
  "api/world/api_expr",
  -- api/play: public functions of actions, decisions, handlers and the log
  "api/play/api_given",
  "api/play/api_act",
  "api/play/api_decide",
  "api/play/api_log",
  "api/play/api_tell",
  "api/play/api_account",
  "api/play/api_run",
  "api/play/api_fault",
  "api/play/api_watch",
  "api/play/api_hook",
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
  local module = path:match("^engine/([%w_/]+)%.[ch]$")
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
