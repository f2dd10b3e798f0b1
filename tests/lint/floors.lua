--- floors.lua ROOT [BUILD]: one total order of modules; a file includes only earlier ones.
--
-- With the build folder, the object files are checked too: a module calls only functions of
-- earlier modules and of its own. The modules of bindings follow in floors_order.lua.
--
-- Read top to bottom, this list is the shortest description of the engine.
local ORDER <const> = {
  -- base: knows no game: memory, bit sets, 64-lane arithmetic, hashes, texts, names
  "base/base",
  "base/enum_texts",
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
  "rules/catalog/column_layout",
  "rules/catalog/called_names",
  -- rules/expr: the expression language: parse, compile, evaluate for one and for 64
  "rules/expr/expr",
  "rules/expr/expr_eval",
  "rules/expr/expr_eval64",
  "rules/expr/expr_aggregate",
  "rules/expr/expr_lex",
  "rules/expr/expr_print",
  "rules/expr/expr_compile",
  "rules/expr/expr_names",
  "rules/expr/expr_parser",
  "rules/expr/expr_parse",
  "rules/expr/expr_rewrite",
  "rules/expr/expr_join",
  "rules/expr/expr_intern",
  -- rules/model: what frozen rules say: clauses, event types, programs, watchers
  "rules/model/clause",
  "rules/model/rw_mask",
  "rules/model/program",
  "rules/model/event_type",
  "rules/model/watcher_def",
  "rules/model/watcher_key",
  "rules/model/pay_form",
  "rules/model/sba_def",
  "rules/model/period",
  -- rules/declare: the builder: what callers declare, kept until it is frozen
  "rules/declare/builder",
  "rules/declare/declared_copy",
  "rules/declare/declare_objects",
  "rules/declare/declare_events",
  "rules/declare/declare_sba",
  "rules/declare/declare_periods",
  "rules/declare/old_names",
  -- rules/compile: freezing: from declarations to the model; digest and image
  "rules/compile/rules_hash",
  "rules/compile/compiler",
  "rules/compile/clause_compile",
  "rules/compile/program_scope",
  "rules/compile/effect_template",
  "rules/compile/operand_compile",
  "rules/compile/argument_compile",
  "rules/compile/pay_compile",
  "rules/compile/program_compile",
  "rules/compile/definition_compile",
  "rules/compile/ability_compile",
  "rules/compile/watcher_compile",
  "rules/compile/event_compile",
  "rules/compile/sba_compile",
  "rules/compile/period_compile",
  "rules/compile/freeze",
  "rules/compile/rules_image",
  -- world/store: the cells of a state: pages, journal, hash; texts, notes, chance
  "world/store/store",
  "world/store/cell_walk",
  "world/store/way_forward",
  "world/store/store_difference",
  "world/store/raw_writer",
  "world/store/cell_writer",
  "world/store/linked_rows",
  "world/store/chance",
  "world/store/notes",
  "world/store/strings",
  -- world/objects: entities, zones, definitions on entities, chain overrides
  "world/objects/chain_override",
  "world/objects/disabled_handlers",
  "world/objects/knowledge",
  "world/objects/entity",
  "world/objects/zone",
  "world/objects/object_values",
  -- world/tables: all other rows of state: effects, watchers, triggers, log, decision
  "world/tables/effect",
  "world/tables/text_cache",
  "world/tables/event_log",
  "world/tables/game_end",
  "world/tables/course_rows",
  "world/tables/started_watchers",
  "world/tables/open_decision",
  "world/tables/pending_triggers",
  -- world/save: bytes in and out, and the checks of every row that is loaded
  "world/save/validate_world",
  "world/save/save_format",
  "world/save/save_write",
  "world/save/save_read",
  "world/save/rules_compat",
  "world/save/validate_effects",
  "world/save/validate_play",
  -- layers/inforce: what is in force now, and which entities nothing can tell apart
  "layers/inforce/in_force",
  "layers/inforce/in_force_reads",
  "layers/inforce/in_force_build",
  "layers/inforce/class_keys",
  "layers/inforce/classes",
  "layers/inforce/class_sharing",
  "layers/inforce/ability_lists",
  "layers/inforce/changed_texts",
  "layers/inforce/predicate_cache",
  -- layers/pass: the data of one evaluation pass
  "layers/pass/board",
  "layers/pass/order_scratch",
  "layers/pass/aggregate_cache",
  "layers/pass/clause_variant",
  "layers/pass/pass",
  "layers/pass/profile",
  "layers/pass/subject",
  "layers/pass/layer_unit",
  "layers/pass/change_log",
  "layers/pass/step_index",
  -- layers/values: operations on one value and on many
  "layers/values/number_program",
  "layers/values/value_cache",
  "layers/values/apply",
  "layers/values/class_sums",
  "layers/values/set_masks",
  "layers/values/eval_state",
  "layers/values/evaluate_value",
  "layers/values/read_many",
  -- layers/order: 613.7 and 613.8: which unit is applied next
  "layers/order/step_operand",
  "layers/order/step_write",
  "layers/order/unit_step",
  "layers/order/read_write_sets",
  "layers/order/commute",
  "layers/order/pending_units",
  "layers/order/dependency_trial",
  "layers/order/pending_queue",
  "layers/order/dependency_graph",
  "layers/order/dependency",
  -- layers/update: a finished pass is kept true instead of run again
  "layers/update/leaf_units",
  "layers/update/replay_class",
  "layers/update/incremental_entities",
  "layers/update/kept_sets",
  "layers/update/kept_matches",
  "layers/update/evaluator",
  "layers/update/current_values",
  "layers/update/last_known",
  "layers/update/refresh",
  "layers/update/sight",
  -- layers/explain: why a value is what it is
  "layers/explain/public_value",
  "layers/explain/missing_units",
  "layers/explain/explain_row",
  "layers/explain/explain_lost",
  "layers/explain/explain_value",
  "layers/explain/explain_layer",
  -- layers/mutate: the writes that the evaluator is told of
  "layers/mutate/mutator",
  "layers/mutate/mutator_effects",
  "layers/mutate/effect_builder",
  "layers/mutate/copy_exceptions",
  -- play/index: which watchers may care about an event
  "play/index/watcher_id",
  "play/index/applied_sets",
  "play/index/watcher_buckets",
  "play/index/watcher_index",
  "play/index/watcher_index_update",
  "play/index/own_action",
  "play/index/listeners",
  "play/index/sba_reads",
  "play/index/sba_cache",
  "play/index/action_reads",
  "play/index/action_tests",
  "play/index/legal_tests",
  "play/index/watched_values",
  "play/index/legal_cache",
  -- play/execution: one execution of an action: events, frames, tasks, decisions
  "play/execution/equal_candidates_state",
  "play/execution/loop_detector_state",
  "play/execution/task_state",
  "play/execution/execution",
  "play/execution/event",
  "play/execution/event_log_write",
  "play/execution/stack_marks",
  "play/execution/frame",
  "play/execution/event_limit",
  "play/execution/task",
  "play/execution/resume_point",
  "play/execution/matched_trigger",
  "play/execution/trace",
  "play/execution/decisions",
  "play/execution/turn_order",
  "play/execution/use_limits",
  "play/execution/applicability",
  "play/execution/payment",
  "play/execution/can_happen",
  "play/execution/blame",
  "play/execution/handler_call",
  "play/execution/prevention",
  "play/execution/why_not",
  -- play/perform: what performing an event writes, and what it starts
  "play/perform/leave_rows",
  "play/perform/option_values",
  "play/perform/shuffle",
  "play/perform/period_writes",
  "play/perform/perform",
  "play/perform/entry_preview",
  "play/perform/start",
  "play/perform/follow_up",
  "play/perform/chain_links",
  "play/perform/chain_walk",
  "play/perform/plain_replacements",
  "play/perform/fast_events",
  -- play/compare: would a choice make a difference: run both, compare the states
  "play/compare/state_diff",
  "play/compare/cell_forms",
  "play/compare/state_comparison",
  "play/compare/state_equal",
  "play/compare/position_walk",
  "play/compare/use_notes",
  "play/compare/position_hash",
  "play/compare/checkpoint",
  "play/compare/try_options",
  "play/compare/commute_static",
  -- play/replace: 614 to 616: from the candidates to the one that is applied
  "play/replace/equal_candidates",
  "play/replace/used_watchers",
  "play/replace/candidates",
  "play/replace/choose_candidate",
  "play/replace/apply_candidate",
  "play/replace/replacement",
  "play/replace/destination_choice",
  "play/replace/entry_order",
  -- play/events: batches of events, triggers, the interpreter of programs
  "play/events/trigger_count",
  "play/events/trigger_record",
  "play/events/trigger_match",
  "play/events/trigger_act",
  "play/events/merge_results",
  "play/events/batch",
  "play/events/deferred_cost",
  "play/events/joined_part",
  "play/events/handler_emit",
  "play/events/interpreter_frame",
  "play/events/interpreter_emit",
  "play/events/interpreter_choose",
  "play/events/interpreter",
  -- play/settle: 704 and 603.3: state-based actions, triggers, the stack, endless loops
  "play/settle/sba",
  "play/settle/stack",
  "play/settle/new_targets",
  "play/settle/loop_detector",
  "play/settle/course",
  "play/settle/settle",
  -- play/action: an action from its request to its end; why an event happened
  "play/action/saved_answers",
  "play/action/action_request",
  "play/action/suspended",
  "play/action/execution_lifetime",
  "play/action/announcing",
  "play/action/player_action",
  "play/action/pay_model",
  "play/action/pay_sources",
  "play/action/pay_step",
  "play/action/pay_options",
  "play/action/pay_cost",
  "play/action/assign_model",
  "play/action/assigning",
  "play/action/begin_request",
  "play/action/concession",
  "play/action/action",
  "play/action/legal_actions",
  "play/action/legal_ways",
  "play/action/event_explanation",
  "play/action/explain_event",
  "play/action/explain_why_not",
  -- api/rules: public functions that declare rules and read them
  "api/rules/api_texts",
  "api/rules/api_builder",
  "api/rules/api_rules",
  -- api/world: public functions of worlds, entities, effects and expressions
  "api/world/api_world",
  "api/world/api_recover",
  "api/world/api_value",
  "api/world/api_base_value",
  "api/world/api_entity",
  "api/world/api_entity_key",
  "api/world/api_seat",
  "api/world/api_part_operand",
  "api/world/api_effect_draft",
  "api/world/api_effect",
  "api/world/api_query",
  "api/world/api_why",
  "api/world/api_profile",
  "api/world/api_reload",
  "api/world/api_predicate_context",
  "api/world/api_expr",
  -- api/play: public functions of actions, decisions, handlers and the log
  "api/play/api_word_value",
  "api/play/api_action",
  "api/play/api_course",
  "api/play/api_concede",
  "api/play/api_legal",
  "api/play/api_decision",
  "api/play/api_keys",
  "api/play/api_kept_log",
  "api/play/api_log",
  "api/play/api_observer",
  "api/play/api_event_explanation",
  "api/play/api_history",
  "api/play/api_handler_runner",
  "api/play/api_handler_call",
  "api/play/api_handler_fault",
  "api/play/api_watcher",
  "api/play/api_handler_chain",
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
  return path:match("^engine/.*%.[ch]$") and not path:match("^engine/include/")
end

-- Bindings: each list of floors_order.lua comes after the lists before it.
local GROUPS <const> = require("floors_order")
local bindings = {}
for _, group in ipairs(GROUPS) do
  for i, module in ipairs(group.order) do
    assert(not bindings[module], "listed twice: " .. module)
    bindings[module] = { group = group, rank = i }
  end
end

local function group_of(path)
  local folder = path:match("^bindings/([^/]+)/")
  for _, group in ipairs(GROUPS) do
    for _, own in ipairs(group.folders) do
      if own == folder then
        return group
      end
    end
  end
end

local function is_binding(path)
  return path:match("^bindings/.*%.[ch]$") and not path:match("^bindings/lua/include/")
end

local function check_binding_include(path, number, module, target)
  local own, other = bindings[module], bindings[target]
  if rank[target] then
    tree.complain("%s:%d: bindings use strata.h, not %s.h", path, number, target)
  elseif not other then
    -- Of a file in no list, the group's list is not written yet.
    if own then
      tree.complain("%s:%d: %s.h is not in the list of floors", path, number, target)
    end
  elseif other.group.private and other.group ~= group_of(path) then
    tree.complain("%s:%d: %s is private: use <strata/...>", path, number, target)
  elseif own and own.group == other.group and other.rank > own.rank then
    tree.complain("%s:%d: %s is below %s and may not include it", path, number, module, target)
  end
end

--- The binding and the program prove that the public headers are enough.
local function check_binding(path)
  local module = path:match("^bindings/([%w_/]+)%.[ch]$")
  local group = group_of(path)
  if group and #group.order > 0 and not bindings[module] then
    return tree.complain("%s: not in the list of floors (tests/lint/floors_order.lua)", path)
  end
  for number, line in tree.lines(path) do
    local own = line:match('^%s*#%s*include%s+"([^"]+)%.h"')
    if own and own ~= "strata" then
      check_binding_include(path, number, module, own)
    end
  end
end

local function exists(path)
  local file <close> = io.open(arg[1] .. "/" .. path)
  return file ~= nil
end

local function check_listed(folder, module)
  local path = folder .. "/" .. module
  if not exists(path .. ".h") and not exists(path .. ".c") then
    tree.complain("tests/lint: a list of floors names %s, and there is no .c or .h", path)
  end
end

-- -- Calls ------------------------------------------------------------------

--- All lists of modules, lowest first, as { folder =, objects =, order = }.
local function all_lists()
  local engine = "engine/CMakeFiles/strata-objects.dir"
  local lists = { { folder = "engine", objects = engine, order = ORDER } }
  for _, group in ipairs(GROUPS) do
    lists[#lists + 1] = { folder = "bindings", objects = group.objects, order = group.order }
  end
  return lists
end

--- The symbols of the object files of one list: calls `visit(module, is_defined, symbol)`.
local function each_symbol(build, list, visit)
  local command = { "cd '" .. build .. "/" .. list.objects .. "' && nm -A -g" }
  local count = 0
  for _, module in ipairs(list.order) do
    if exists(list.folder .. "/" .. module .. ".c") then
      command[#command + 1] = module .. ".c.o"
      count = count + 1
    end
  end
  if count == 0 then
    return
  end
  local pipe = assert(io.popen(table.concat(command, " ")))
  for line in pipe:lines() do
    local module, sign, symbol = line:match("^(.-)%.c%.o:%x* +(%a) ([%w_]+)$")
    if module then
      visit(module, sign ~= "U", symbol)
    end
  end
  if not pipe:close() then
    tree.complain("%s: object files are missing: build first", list.objects)
  end
end

-- Calls that go up today: module and function. A line that is no longer true is a complaint.
local UPWARD <const> = {
  ["rules/expr/expr_eval st_expr_scope_eval_aggregate"] = true,
  ["layers/update/evaluator st_eval_refresh"] = true,
  ["layers/update/current_values st_eval_refresh"] = true,
  ["layers/mutate/mutator st_mutator_end_effect"] = true,
  ["api/world/api_world st_handler_fault_report"] = true,
  ["api/world/api_world st_handler_fault_texts_free"] = true,
  ["api/world/api_world st_observers_restart"] = true,
  ["api/world/api_world st_observers_rewind"] = true,
  ["api/world/api_recover st_observers_end"] = true,
  ["api/world/api_world st_remembered_actions_free"] = true,
  ["api/world/api_reload st_observers_copy"] = true,
  ["api/play/api_action st_observers_begin"] = true,
  ["api/play/api_action st_observers_end"] = true,
  ["api/play/api_action st_observers_restart"] = true,
}
local found_upward = {}

local function is_known(path, symbol)
  local key = path:match("^engine/(.*)$")
  key = (key or path) .. " " .. symbol
  found_upward[key] = true
  return UPWARD[key]
end

local function check_known_are_true()
  for key in pairs(UPWARD) do
    if not found_upward[key] then
      tree.complain("tests/lint/floors.lua: UPWARD lists '%s', which is gone", key)
    end
  end
end

local function check_use(use, place, by)
  if not by then
    return -- the C library's, Lua's, or made by the build
  end
  if place[by] > place[use.path] and not is_known(use.path, use.symbol) then
    tree.complain("%s.c calls %s, which is defined above it, in %s", use.path, use.symbol, by)
  elseif by:match("^engine/") and use.path:match("^bindings/") and use.symbol:match("^st_") then
    tree.complain("%s.c calls %s, which is private to the engine", use.path, use.symbol)
  end
end

--- No object file calls a function that a later module defines.
local function check_calls_between_modules(build)
  local place, last = {}, 0
  local defined, used = {}, {}
  for _, list in ipairs(all_lists()) do
    for _, module in ipairs(list.order) do
      last = last + 1
      place[list.folder .. "/" .. module] = last
    end
    each_symbol(build, list, function(module, is_defined, symbol)
      local path = list.folder .. "/" .. module
      if is_defined then
        defined[symbol] = path
      else
        used[#used + 1] = { path = path, symbol = symbol }
      end
    end)
  end
  for _, use in ipairs(used) do
    tree.seen = tree.seen + 1
    check_use(use, place, defined[use.symbol])
  end
end

for _, path in ipairs(tree.files(is_engine)) do
  check(path)
end
for _, path in ipairs(tree.files(is_binding)) do
  check_binding(path)
end
for _, list in ipairs(all_lists()) do
  for _, module in ipairs(list.order) do
    check_listed(list.folder, module)
  end
end
if arg[2] then
  check_calls_between_modules(arg[2])
  check_known_are_true()
end
tree.close()
