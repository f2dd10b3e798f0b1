--- floors_scripts.lua ROOT: one total order of the library's own Lua; a module requires only
-- earlier ones, wherever in its text the call stands.
--
-- Read top to bottom, this list is the shortest description of scripts/strata. What is embedded in
-- the library (bindings/CMakeLists.txt) is the same list.
local ORDER <const> = {
  -- meta: what editors and `strata help` are told of functions and words; never run
  "meta/world_api",
  "meta/entity_api",
  "meta/op_api",
  "meta/expr_api",
  "meta/action_api",
  "meta/handler_api",
  "meta/chain_api",
  "meta/save_api",
  "meta/history_api",
  "meta/rules_api",
  "meta/lua_builtins",
  "meta/card_words",
  "meta/expression_words",
  "meta/change_words",
  "meta/event_words",
  "meta/ruleset_words",
  "meta/step_words",
  -- base: knows no pack: texts, JSON, places in files, messages
  "base/error_text",
  "base/json_writer",
  "base/json_reader",
  "base/text_width",
  "base/lists",
  "base/spelling",
  "base/table_reader",
  "base/slug",
  "base/cost_symbols",
  "base/diagnostic",
  "base/file_outline",
  "base/doc_comments",
  "base/meant_words",
  "base/pack_file",
  -- packs: knows manifests: which packs, which versions, in which order
  "packs/semver",
  "packs/pack_settings",
  "packs/pack_modules",
  "packs/pack_manifest",
  "packs/solver",
  "packs/lock_file",
  "packs/pack_search",
  "packs/pack_graph",
  "packs/migrations",
  -- lang: knows the rules of a game: expressions and words as files write them
  "lang/library_sections",
  "lang/phrase",
  "lang/expr_words",
  "lang/type_words",
  "lang/vocabulary",
  "lang/former_rules",
  "lang/ruleset",
  "lang/rules_reader",
  "lang/ruleset_errors",
  "lang/compile_scope",
  -- events: knows kinds of events: from files of events to programs of the engine
  "events/event_vocabulary",
  "events/perform_acts",
  "events/several",
  "events/emit_acts",
  "events/pay_words",
  "events/control_acts",
  "events/act_compiler",
  "events/declarations",
  "events/course_words",
  "events/sba_words",
  "events/event_phases",
  "events/event_kinds",
  "events/event_patterns",
  "events/declared_words",
  -- cards: knows cards: what stands on them becomes abilities and codes
  "cards/operations",
  "cards/cost",
  "cards/ability",
  "cards/durations",
  "cards/effect_act",
  "cards/entry_replacements",
  "cards/watcher_fields",
  "cards/replacements",
  "cards/announcements",
  "cards/acting_abilities",
  "cards/watcher_starts",
  "cards/watchers",
  "cards/chain_handlers",
  -- link: knows several packs: what they say becomes one game, and its rules
  "link/ability_watches",
  "link/amend_targets",
  "link/amended_fields",
  "link/pack_conflicts",
  "link/declaration_amendments",
  "link/card_drafts",
  "link/card_amendments",
  "link/draft_settling",
  "link/provenance",
  "link/former_names",
  "link/rule_texts",
  "link/reload_reuse",
  "link/card_compiler",
  "link/law_compiler",
  "link/event_defaults",
  "link/engine_messages",
  "link/engine_rules",
  "link/linker",
  -- stage: knows a world that is played: players, objects, and steps that do things
  "stage/object_lookup",
  "stage/observe",
  "stage/stage",
  "stage/hosted_game",
  "stage/wire",
  "stage/former_turns",
  "stage/step_effects",
  "stage/step_objects",
  "stage/card_of_watcher",
  "stage/asked_watchers",
  "stage/scripted_answers",
  "stage/step_events",
  "stage/course_steps",
  "stage/player_actions",
  "stage/step_abilities",
  "stage/step_changes",
  "stage/former_steps",
  "stage/declared_steps",
  "stage/steps",
  -- scenario: knows tests: setups, steps and what is expected of them
  "scenario/expect_text",
  "scenario/expect_compare",
  "scenario/expect_queries",
  "scenario/expect_subjects",
  "scenario/expect_lines",
  "scenario/expect_calls",
  "scenario/expect_events",
  "scenario/expect_log",
  "scenario/expect_watchers",
  "scenario/mutants",
  "scenario/expect",
  "scenario/properties",
  "scenario/engine_soundness",
  "scenario/step_fields",
  "scenario/read_parts",
  "scenario/setup_reader",
  "scenario/step_reader",
  "scenario/scenario_reader",
  "scenario/scenario",
  "scenario/scenario_export",
  -- check: knows what may be wrong with a pack, without playing it
  "check/function_code",
  "check/hidden_state",
  "check/handler_names",
  "check/step_probes",
  "check/undeclared_uses",
  "check/dead_conditions",
  "check/name_uses",
  "check/unread_names",
  "check/warnings",
  "check/pack_check",
  -- explore: knows random games, and what tests leave out
  "explore/random_numbers",
  "explore/shrink_list",
  "explore/coverage",
  "explore/smoke",
  "explore/random_answers",
  "explore/move_text",
  "explore/moves",
  "explore/game_failures",
  "explore/replayed_game",
  "explore/game_shrinker",
  "explore/explorer",
  "explore/explore_report",
  "explore/pair_conflicts",
  -- record: knows what was done to a world: records, replays, histories; the binding calls it
  "record/record_bytes",
  "record/world_record",
  -- help: tells of words, cards, events and laws; `strata help` and `?` ask it
  "help/help_texts",
  "help/game_things",
  "help/thing_lines",
  "help/event_texts",
  "help/thing_texts",
  "help/game_help",
  -- session: knows the game of a session: its methods, files, boards and reloads
  "session/reload_report",
  "session/opened_save",
  "session/opened_scenario",
  "session/game_methods",
  "session/live_game",
  "session/completions",
  "session/world_views",
  -- tools: knows the program: what its verbs call
  "tools/profile_report",
  "tools/explain_json",
  "tools/why_page",
  "tools/scaffold",
  "tools/suite_report",
  "tools/test_suite",
  "tools/inspect_scenario",
  "tools/verbs",
}

-- What C gives them: the binding, and what only it can do.
local GIVEN <const> = { ["strata"] = true, ["strata.host"] = true }

-- Rooms of more modules than these explain nothing.
local MODULES_MAX <const> = 20

package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1] or ".")

local rank, rooms = {}, {}
for i, path in ipairs(ORDER) do
  local room = path:match("^[^/]+")
  assert(not rank[path], "listed twice: " .. path)
  assert(not rooms[room] or ORDER[i - 1]:match("^[^/]+") == room, "a room in two places: " .. room)
  rank[path], rooms[room] = i, (rooms[room] or 0) + 1
end

--- "strata.packs.semver" as the list says it, "packs/semver"; nil for what is no such name.
local function listed_path(name)
  local path = name:match("^strata%.([%w_.]+)$")
  return path and path:gsub("%.", "/")
end

--- A text without comments, whose lines are where they were.
local function code_of(text)
  local code = text:gsub("%-%-%[%[.-%]%]", function(comment)
    return comment:gsub("[^\n]", "")
  end)
  return (code:gsub("%-%-[^\n]*", ""))
end

--- A name that is required: it is there, and of an earlier module.
local function check_edge(path, number, module, name)
  local other = listed_path(name)
  if GIVEN[name] then
    return
  elseif not other or not rank[other] then
    tree.complain("%s:%d: there is no module '%s'", path, number, name)
  elseif module and rank[other] >= rank[module] then
    tree.complain("%s:%d: %s is below %s and may not require it", path, number, module, other)
  end
end

--- All that a text requires, also in functions that are called later.
local function check_requires(path, module)
  local number = 0
  for line in (code_of(tree.read(path)) .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    for name in line:gmatch("%f[%w_]require%s*%(?%s*[\"']([^\"']*)") do
      check_edge(path, number, module, name)
    end
    if
      line:find("%f[%w_]require%s*%(%s*[^\"'%s]")
      or line:find("%f[%w_]require%s*[%(,]?%s*$")
      or line:find("%(require,")
    then
      tree.complain("%s:%d: require wants the name of a module as it is", path, number)
    end
  end
end

local basenames = {}

--- No other file of the library is called so, or people look into the wrong one.
local function check_basename(path)
  local base = path:match("([^/]+)%.%a+$")
  local other = basenames[base]
  if other then
    tree.complain("%s: %s is called so too", path, other)
  end
  basenames[base] = path
end

local function check_module(path)
  local module = path:match("^scripts/strata/([%w_/]+)%.lua$")
  if not rank[module] then
    return tree.complain("%s: not in the list of floors (tests/lint/floors_scripts.lua)", path)
  end
  tree.seen = tree.seen + 1
  check_basename(path)
  if not module:match("^meta/") then -- those describe `require`, and are never run
    check_requires(path, module)
  end
end

local function is_module(path)
  return path:match("^scripts/strata/.*%.lua$")
end

--- Names of modules in C: each is one that is there, by its room.
local function check_c(path)
  for number, line in tree.lines(path) do
    for name in line:gmatch('"(strata%.[%l_]+%.[%l_]+)"') do
      check_edge(path, number, nil, name)
    end
    local flat = line:match('_library_push%(L, "(strata%.[%l_]+)"')
    if flat and not GIVEN[flat] then
      tree.complain("%s:%d: '%s' is in no room", path, number, flat)
    end
  end
end

local function is_c(path)
  return (path:match("^bindings/") or path:match("^tests/")) and path:match("%.[ch]$")
end

--- Tests require modules as they are called, from any room.
local function check_test(path)
  local number = 0
  for line in (tree.read(path) .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    for name in line:gmatch('require%("(strata%.[%w_.]+)"%)') do
      check_edge(path, number, nil, name)
    end
  end
end

local function is_test(path)
  return path:match("^tests/.*%.lua$") and not path:match("^tests/traps/")
end

--- What is embedded is this list, in this order.
local function check_embedded()
  local path = "bindings/CMakeLists.txt"
  local list = tree.read(path):match("STRATA_LUA_SCRIPTS(.-)%)"):gsub("#[^\n]*", "")
  local place = 0
  for name in list:gmatch("%S+") do
    place = place + 1
    if name ~= ORDER[place] then
      return tree.complain("%s: expected %s, got %s", path, tostring(ORDER[place]), name)
    end
  end
  if place < #ORDER then
    tree.complain("%s: %s is missing", path, ORDER[place + 1])
  end
end

--- All files are listed, and all that are listed are there.
local function check_modules()
  local modules = {}
  for _, path in ipairs(tree.files(is_module)) do
    modules[path] = true
    check_module(path)
  end
  for _, module in ipairs(ORDER) do
    if not modules[("scripts/strata/%s.lua"):format(module)] then
      tree.complain("tests/lint/floors_scripts.lua: there is no scripts/strata/%s.lua", module)
    end
  end
end

check_modules()
for room, count in pairs(rooms) do
  if count > MODULES_MAX then
    tree.complain("scripts/strata/%s: %d modules, and at most %d", room, count, MODULES_MAX)
  end
end
for _, path in ipairs(tree.files(is_c)) do
  check_c(path)
end
for _, path in ipairs(tree.files(is_test)) do
  check_test(path)
end
check_embedded()
tree.close()
