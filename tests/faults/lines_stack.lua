--- Faults of one line each in what becomes of the targets of something that waits on the stack. The
--- fields are those of lines.lua.
return {
  {
    file = "engine/play/settle/new_targets.c",
    from = "(n->how == ST_CHANGED_TARGETS_ONE && (changed > 0 || !last))",
    to = "changed > 0 || !last",
    what = "where all targets change some may stay",
    by = "cli run tests/lua/one.lua play/retargeting",
  },
  {
    file = "engine/play/settle/new_targets.c",
    from = "who != n->before[at] && who != n->object &&",
    to = "who != n->before[at] &&",
    what = "an object becomes a target of itself",
    by = "cli run tests/lua/one.lua play/retargeting",
  },
  {
    file = "engine/play/settle/new_targets.c",
    from = "if (!*out || !n->was_legal[at]) return STRATA_OK;",
    to = "if (!*out || n->was_legal[at]) return STRATA_OK;",
    what = "a target stays that the change of another one makes illegal",
    by = "cli run tests/lua/one.lua play/retargeting",
  },
  {
    file = "engine/play/settle/new_targets.c",
    from = "st_stack_tell_targets(exec, n.frame, n.before, n.count);",
    to = "st_stack_tell_targets(exec, n.frame, NULL, 0);",
    what = "what has been a target becomes one again",
    by = "cli run tests/lua/one.lua play/retargeting",
  },
}
