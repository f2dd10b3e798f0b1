--- Faults of one line that no test of version 0.3 noticed, as lines.lua has them. `by` may be a
--- command of the program: "cli", and what follows its name; or a script that needs no program but
--- Lua: "lua", and its path.
return {
  {
    file = "engine/rules/compile/rules_hash.c",
    from = "for (uint32_t i = 0; i < def->test_count; i++) {",
    to = "for (uint32_t i = 1; i < def->test_count; i++) {",
    what = "MU01: rules that differ in a watcher's first test alone have one hash",
    by = "test_rules_hash_play",
  },
  {
    file = "bindings/lua/inspect/table_shape.c",
    from = "if (lua_type(L, -1) != LUA_TSTRING || count == STL_SORT_FEW_MAX) return -1;",
    to = "if (lua_type(L, -1) != LUA_TSTRING && count == STL_SORT_FEW_MAX) return -1;",
    what = "MU02: the shape of a table of many names overflows the stack",
    by = "test_lua_shapes",
  },
  {
    file = "engine/layers/update/incremental_entities.c",
    from = "  return st_layer_units_add_abilities(pass, change->class, list, INT32_MIN);",
    to = "  (void)st_layer_units_add_abilities(pass, change->class, list, INT32_MIN);\n"
      .. "  return STRATA_OK;",
    what = "MU03: want of memory is hidden where an entity with abilities enters",
    by = "test_api_oom_updates",
  },
  {
    file = "engine/api/world/api_query.c",
    from = '    return ST_REFUSE(world, status, "abilities: ", st_status_text(status));',
    to = "    return STRATA_OK;",
    what = "MU04: the list of abilities is not there, and its count not set, in silence",
    by = "test_api_oom_layers",
  },
  {
    file = "engine/play/action/explain_event.c",
    from = '                                                : "which was dropped";\n'
      .. "  }\n  return status;",
    to = '                                                : "which was dropped";\n'
      .. "  }\n  return STRATA_OK;",
    what = "MU05: want of memory is hidden in the row of a contained event",
    by = "test_api_event_why",
  },
  {
    file = "bindings/lua/sandbox/environment.c",
    from = "    lua_pushboolean(L, true);\n  }\n  lua_pushvalue(L, 1);",
    to = "    lua_pushnil(L);\n  }\n  lua_pushvalue(L, 1);",
    what = "MU06: a module that returns nothing is run twice",
    by = "cli run tests/lua/one.lua handlers/sandbox",
  },
  {
    file = "scripts/strata/cards/operations.lua",
    from = 'if phrase.is(value) and value.text == "none" then',
    to = "if phrase.is(value) then",
    what = "MU07: what a symbol is set to is none, whatever the card says",
    by = "cli test --no-smoke tests/findings/packs/symbols",
  },
  {
    file = "engine/rules/expr/expr_parse.c",
    from = "  status = parse_operators(p, ST_PRECEDENCE_NOT);\n  if (status) return status;\n"
      .. "  where.end = p->previous_end;",
    to = "  status = parse_operators(p, ST_PRECEDENCE_NOT);\n  if (status) return status;\n"
      .. "  where.end = p->token.start + 1;",
    what = "MU08: the message about the operand of 'not' quotes what is behind it",
    by = "test_expr",
  },
  {
    file = "engine/api/world/api_reload.c",
    from = "  (void)ST_ERROR(error, STRATA_ENOENT, 0,",
    to = "  (void)ST_ERROR(error, STRATA_ENOENT, 1,",
    what = "MU11: the error of a refused reload has an offset",
    by = "test_api_reload",
  },
  {
    file = "engine/api/world/api_reload.c",
    from = '    (void)ST_ERROR(error, status, 0, "reload: out of memory");',
    to = '    (void)ST_ERROR(error, status, 1, "reload: out of memory");',
    what = "MU11: the error of a reload without memory has an offset",
    by = "test_api_reload",
  },
  {
    file = "bindings/lua/core/option_fields.c",
    from = "  if (push_odd_key(L, list, listed, &met)) return true;",
    to = "  (void)push_odd_key(L, list, listed, &met);",
    what = "a field in a list that a script gives is ignored",
    by = "cli run tests/lua/one.lua values/planting",
  },
  {
    file = "engine/layers/order/commute.c",
    from = "if (op == STRATA_OP_ADD && attr->type == STRATA_ABILITIES) {",
    to = "if (op == STRATA_OP_ADD && attr->type != STRATA_ABILITIES) {",
    what = "two that give an ability with effects are not ordered",
    by = "test_entry_order",
  },
  {
    file = "engine/layers/order/commute.c",
    from = "    return abilities_have_no_clauses(rules, a) &&",
    to = "    return abilities_have_no_clauses(rules, a) ||",
    what = "two of which one gives an ability with effects are not ordered",
    by = "test_entry_order",
  },
  {
    file = "engine/layers/pass/order_scratch.c",
    from = "                 scratch->is_collected_capacity +\n",
    to = "",
    what = "the memory of ordering a layer is more than it says",
    by = "test_order_scratch",
  },
  {
    file = "engine/layers/explain/explain_row.c",
    from = "if (part->operand || st_part_header_op(part->flags) == STRATA_OP_COPY) {",
    to = "if (part->operand || st_part_header_op(part->flags) != STRATA_OP_COPY) {",
    what = "an explanation does not say which abilities a copy gives",
    by = "test_api_missing",
  },
  {
    file = "engine/api/play/api_handler_call.c",
    from = '  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "event_set: no value");',
    to = "  if (!value) return STRATA_OK;",
    what = "a handler that sets a field to no value is not told of its mistake",
    by = "test_api_handler_runner",
  },
  {
    file = "bindings/lua/objects/world_methods.c",
    from = "  world->owned = true;\n  join_running_action(L, world);\n"
      .. "  return 1;\n}\n\n/* -- Reading",
    to = "  world->owned = true;\n  return 1;\n}\n\n/* -- Reading",
    what = "a fork that a failed script made keeps what the script did to it",
    by = "test_api_vm",
  },
  {
    file = "engine/layers/update/replay_class.c",
    from = "      st_leaf_unit_expr_is_settled(pass, clause->subject, layer, true);",
    to = "      true;",
    what = "who is new is affected by what another object is in the end, not what it was then",
    by = "test_api_classes",
  },
  {
    file = "engine/layers/update/replay_class.c",
    from = "    if (st_part_header_layer(clause->parts[i].flags) != layer) continue;",
    to = "    if (st_part_header_layer(clause->parts[i].flags) == layer) continue;",
    what = "who is new is changed by what another object is in the end, not what it was then",
    by = "test_api_classes",
  },
  {
    file = "engine/layers/update/replay_class.c",
    from = "                     !has_stacking_parts(pass, unit->clause);\n",
    to = "                     true;\n",
    what = "who is new gets a part of a stacking group without those applied before it",
    by = "test_api_tuning",
  },
  {
    file = "scripts/strata/explore/smoke.lua",
    from = "    rest = rest - decision.least",
    to = "    rest = rest",
    what = "the smoke test divides more than there is",
    by = "lua tests/library/smoke.lua",
  },
  {
    file = "scripts/strata/explore/smoke.lua",
    from = "      if card.back then",
    to = "      if card.back == stage then",
    what = "the smoke test never turns a card to its other face",
    by = "lua tests/library/smoke.lua",
  },
  {
    file = "scripts/strata/link/card_drafts.lua",
    from = "  own.last = #self.list\n",
    to = "  own.last = #self.list - 1\n",
    what = "a card that was taken over stays when its file has no such card any more",
    by = "test_lua_adopt",
  },
  {
    file = "scripts/strata/link/card_drafts.lua",
    from = "  self.files[path] = own\n",
    to = "",
    what = "what was taken over once is read again by the next reload",
    by = "test_lua_adopt",
  },
}
