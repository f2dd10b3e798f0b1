--- floors_order.lua: the order of the modules of bindings, in the order of linking.
--
-- A module includes and calls only modules that come earlier: in its own list, or in a list
-- above it. floors.lua reads the lists and puts the engine's, which it holds, before them.
--
--   name     what messages call the list
--   folders  folders below bindings/ whose files must be in the list
--   objects  the folder of the object files, below the build folder
--   private  true: files of later lists do not include its headers, but <strata/...> alone
--   order    the modules, a path below bindings/ without .c and .h
local LUA <const> = {
  -- lua/files: the files of packs: trees, archives, hashes, the syntax of manifests
  "lua/files/pack_tree",
  "lua/files/pack_archive",
  "lua/files/pack_files",
  "lua/files/pack_hash",
  "lua/files/lua_lexer",
  "lua/files/manifest_syntax",
  -- lua/core: contexts, handles, limits, errors: what every other module needs
  "lua/core/budget_state",
  "lua/core/state",
  "lua/core/lua_context",
  "lua/core/handle_kinds",
  "lua/core/script_errors",
  "lua/core/budget",
  "lua/core/tostring",
  "lua/core/sorting",
  "lua/core/frozen_tables",
  "lua/core/option_fields",
  "lua/core/owned_objects",
  -- lua/sandbox: what scripts can name, how their text is loaded, how handlers are captured
  "lua/sandbox/function_dump",
  "lua/sandbox/source_loader",
  "lua/sandbox/lua_pattern",
  "lua/sandbox/base_library",
  "lua/sandbox/string_library",
  "lua/sandbox/table_library",
  "lua/sandbox/environment",
  "lua/sandbox/library_modules",
  "lua/sandbox/function_capture",
  -- lua/handles: values of the engine as values of Lua: rules, worlds, entities, expressions
  "lua/handles/rules_handle",
  "lua/handles/world_handle",
  "lua/handles/visibility",
  "lua/handles/entity_handle",
  "lua/handles/expr_builder",
  "lua/handles/value_convert",
  "lua/handles/op_words",
  "lua/handles/change_table",
  "lua/handles/compiled_expr",
  -- lua/spec: strata.rules: from a table to frozen rules
  "lua/spec/spec_reader",
  "lua/spec/spec_attribute",
  "lua/spec/spec_object",
  "lua/spec/predicates",
  "lua/spec/spec_clause",
  "lua/spec/spec_ability",
  "lua/spec/spec_program",
  "lua/spec/spec_event",
  "lua/spec/spec_watcher",
  "lua/spec/spec_sba",
  "lua/spec/spec_layer",
  "lua/spec/spec_rename",
  "lua/spec/spec_freeze",
  -- lua/actions: what happens in a world: actions, decisions, handlers, policies, the log
  "lua/actions/script_action",
  "lua/actions/running_worlds",
  "lua/actions/handler_context",
  "lua/actions/world_act",
  "lua/actions/decision_tables",
  "lua/actions/log_rows",
  "lua/actions/event_explanations",
  "lua/actions/policies",
  "lua/actions/failed_handlers",
  "lua/actions/handler_choice",
  "lua/actions/handler_ctx",
  "lua/actions/handler_functions",
  "lua/actions/chain_methods",
  "lua/actions/capture_check",
  -- lua/objects: the methods of worlds, entities, effects and rules
  "lua/objects/value_explanations",
  "lua/objects/object_methods",
  "lua/objects/entity_methods",
  "lua/objects/effect_handles",
  "lua/objects/symbol_sets",
  "lua/objects/profile_tables",
  "lua/objects/save_packs",
  "lua/objects/world_recording",
  "lua/objects/world_reload",
  "lua/objects/world_methods",
  "lua/objects/rules_methods",
  -- lua/inspect: what tools show of scripts: completion, outlines, code, shapes
  "lua/inspect/function_tables",
  "lua/inspect/completion_names",
  "lua/inspect/table_shape",
  "lua/inspect/source_outline",
  -- lua/module: the module itself, packs, strata.host and the vm
  "lua/module/pack_loader",
  "lua/module/library_host",
  "lua/module/module_open",
  "lua/module/vm",
}

--- The program and the benchmarks; while the list is empty, nothing is checked.
local PROGRAM <const> = {}

return {
  {
    name = "bindings/lua",
    folders = { "lua" },
    objects = "bindings/CMakeFiles/strata-lua-objects.dir",
    private = true,
    order = LUA,
  },
  {
    name = "bindings/cli and bindings/bench",
    folders = { "cli", "bench" },
    objects = "bindings/CMakeFiles/strata-cli.dir",
    order = PROGRAM,
  },
}
