/*
 * enact_play.c - kinds of events and what watchers say, from words to data.
 *
 * First comes what others name: fields, kinds with their fields, codes with
 * what they are given. Then what is said in expressions and deeds. Counts are
 * those of the names tables, and arrays are zeroed, so that rules can be freed
 * from any point on.
 */
#include "rules/compile/enact_play.h"

#include "base/hash.h"
#include "rules/compile/compose.h"

#include <string.h>

/* -- Fields -- */

static bool add_field(strata_rules *rules, const char *name, strata_type type) {
  st_names *names = &rules->names[STRATA_KIND_FIELD];
  if (st_names_find(names, name, strlen(name)) != ST_NAME_NONE) return true;
  return st_names_add(names, &rules->mem, name, (uint32_t)type);
}

static bool enact_fields(const strata_builder *builder, strata_rules *rules) {
  const st_names *events = &rules->names[STRATA_KIND_EVENT];
  if (events->count == 0) return true;
  bool done = add_field(rules, "by", STRATA_REF) &&
              add_field(rules, "cause", STRATA_REF) &&
              add_field(rules, "effect", STRATA_FLAG) &&
              add_field(rules, "prevented", STRATA_INT) &&
              add_field(rules, "became", STRATA_REF);
  for (size_t i = 0; i < events->count && done; i++) {
    const strata_event_desc *event =
        st_declared_event(builder, events->items[i].tag);
    for (size_t n = 0; n < event->field_count && done; n++) {
      done = add_field(rules, event->fields[n].name, event->fields[n].type);
    }
  }
  const st_names *names = &rules->names[STRATA_KIND_FIELD];
  if (done) rules->field_types = st_mem_zeroed(&rules->mem, names->count, 1);
  if (done) rules->field_keys = st_mem_zeroed(&rules->mem, names->count, 8);
  if (!done || !rules->field_types || !rules->field_keys) return false;
  for (size_t i = 0; i < names->count; i++) {
    const st_name *name = &names->items[i];
    rules->field_types[i] = (uint8_t)name->tag;
    rules->field_keys[i] = st_note_key(name->text, strlen(name->text), 0);
  }
  rules->common = (st_common_fields){
      .by = strata_rules_find(rules, STRATA_KIND_FIELD, "by"),
      .cause = strata_rules_find(rules, STRATA_KIND_FIELD, "cause"),
      .effect = strata_rules_find(rules, STRATA_KIND_FIELD, "effect"),
      .prevented = strata_rules_find(rules, STRATA_KIND_FIELD, "prevented"),
      .became = strata_rules_find(rules, STRATA_KIND_FIELD, "became")};
  return true;
}

/* -- Handlers -- */

static bool enact_handlers(const strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_HANDLER];
  if (names->count == 0) return true;
  rules->handlers =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_handler));
  for (size_t i = 0; rules->handlers && i < names->count; i++) {
    rules->handlers[i] = *st_declared_handler(builder, names->items[i].tag);
    rules->handlers[i].name = names->items[i].text;
  }
  return rules->handlers != NULL;
}

/* -- What kinds are -- */

static st_writer writer(strata_builder *builder, strata_rules *rules,
                        const char *kind, const char *name) {
  return (st_writer){
      .rules = rules, .error = &builder->error, .kind = kind, .name = name};
}

/* The fields that it declares, then the common ones. */
static strata_status shape_fields(const st_writer *w,
                                  const strata_event_desc *declared,
                                  st_kind *out) {
  st_mem *mem = &w->rules->mem;
  size_t own = declared->field_count;
  size_t all = w->rules->names[STRATA_KIND_FIELD].count;
  out->fields =
      st_mem_zeroed(mem, own + ST_COMMON_FIELDS, sizeof(strata_field));
  if (!out->fields) return st_write_no_memory(w);
  out->field_count = (uint32_t)own + ST_COMMON_FIELDS;
  out->place_of = st_mem_zeroed(mem, all, 1);
  if (!out->place_of) return st_write_no_memory(w);
  for (size_t i = 0; i < own; i++) {
    out->fields[i] = strata_rules_find(w->rules, STRATA_KIND_FIELD,
                                       declared->fields[i].name);
  }
  const st_common_fields *common = &w->rules->common;
  const strata_field last[ST_COMMON_FIELDS] = {
      common->by, common->cause, common->effect, common->prevented,
      common->became};
  memcpy(out->fields + own, last, sizeof last);
  for (uint32_t i = 0; i < out->field_count; i++) {
    out->place_of[out->fields[i] - 1] = (uint8_t)(i + 1);
  }
  return STRATA_OK;
}

static strata_status shape_kind(st_writer *w, const strata_event_desc *declared,
                                strata_event_kind id) {
  st_kind *out = &w->rules->kinds[id - 1];
  out->name = w->name;
  out->of = id;
  out->affected = out->amount = ST_NO_PLACE;
  out->merge_by = out->merge_sum = ST_NO_PLACE;
  out->contains = declared->contains;
  out->enters = declared->enters;
  out->look_back = declared->look_back;
  out->quiet = declared->quiet;
  return declared->of ? STRATA_OK : shape_fields(w, declared, out);
}

static strata_status shape_alias(const st_writer *w,
                                 const strata_event_desc *declared,
                                 strata_event_kind id) {
  if (!declared->of) return STRATA_OK;
  uint32_t of = 0;
  strata_status status =
      st_write_id(w, STRATA_KIND_EVENT, "event", declared->of, &of);
  if (status) return status;
  if (!w->rules->kinds[of - 1].fields) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "'", declared->of,
                          "' is an alias itself; an alias is of a kind");
  }
  w->rules->kinds[id - 1].of = of;
  if (declared->enters) {
    w->rules->kinds[of - 1].enters = true;
    w->rules->kinds[of - 1].enters_as_alias = true;
  }
  return STRATA_OK;
}

static strata_status shape_kinds(strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_EVENT];
  if (names->count == 0) return STRATA_OK;
  rules->kinds = st_mem_zeroed(&rules->mem, names->count, sizeof(st_kind));
  if (!rules->kinds) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_writer w = writer(builder, rules, "event", names->items[i].text);
    status =
        shape_kind(&w, st_declared_event(builder, names->items[i].tag), i + 1);
  }
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_writer w = writer(builder, rules, "event", names->items[i].text);
    status =
        shape_alias(&w, st_declared_event(builder, names->items[i].tag), i + 1);
  }
  return status;
}

/* -- What codes are -- */

static strata_status shape_event(const st_writer *w,
                                 const strata_code_desc *declared,
                                 st_code *out) {
  if (!declared->event) return STRATA_OK;
  return st_write_id(w, STRATA_KIND_EVENT, "event", declared->event,
                     &out->kind);
}

static strata_status
shape_rank(const st_writer *w, const strata_code_desc *declared, st_code *out) {
  const st_names *classes = &w->rules->classes;
  out->rank = (uint32_t)classes->count;
  if (!declared->rank) return STRATA_OK;
  uint32_t i = st_names_find(classes, declared->rank, strlen(declared->rank));
  if (i == ST_NAME_NONE) {
    return st_write_unknown(w, "replacement class", declared->rank,
                            st_names_nearest(classes, declared->rank));
  }
  out->rank = classes->items[i].tag;
  return STRATA_OK;
}

static strata_status
shape_code(const st_writer *w, const strata_code_desc *declared, st_code *out) {
  out->name = w->name;
  out->role = declared->role;
  out->uses = declared->uses;
  out->per_clock = declared->per_clock;
  out->batch = declared->batch;
  out->look_back = declared->look_back;
  out->optional = declared->optional;
  out->own = declared->own;
  out->as_is = declared->as_is;
  out->immediate = declared->immediate;
  out->again = declared->again;
  out->always_ask = declared->always_ask;
  out->counts_done = declared->counts_done;
  strata_status status = shape_event(w, declared, out);
  if (!status) status = shape_rank(w, declared, out);
  if (!status && declared->clock) {
    status = st_write_id(w, STRATA_KIND_CLOCK, "clock", declared->clock,
                         &out->clock);
  }
  if (!status) {
    status = st_write_zones(w, declared->zones, declared->zone_count,
                            &out->zones, &out->zone_count);
  }
  if (status) return status;
  return st_frame_begin(w, declared->names, declared->name_count,
                        declared->deeds, declared->deed_count, &out->deeds);
}

static strata_status shape_codes(strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_CODE];
  if (names->count == 0) return STRATA_OK;
  rules->codes = st_mem_zeroed(&rules->mem, names->count, sizeof(st_code));
  if (!rules->codes) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_writer w = writer(builder, rules, "code", names->items[i].text);
    status = shape_code(&w, st_declared_code(builder, names->items[i].tag),
                        &rules->codes[i]);
  }
  return status;
}

/* -- What kinds say -- */

/* A field of the kind, of one type, 0 for any; NULL is none. */
static strata_status find_field(const st_writer *w, strata_event_kind kind,
                                const char *what, const char *name,
                                strata_type want, strata_field *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_frame_field(w, kind, name, out);
  if (status || want == 0) return status;
  strata_type type = (strata_type)w->rules->field_types[*out - 1];
  if (type == want) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_ETYPE, what, " '", name, "' is ",
                        st_write_type(type), ", not ", st_write_type(want));
}

static strata_status find_place(const st_writer *w, strata_event_kind kind,
                                const char *what, const char *name,
                                strata_type want, uint32_t *out) {
  strata_field field = 0;
  strata_status status = find_field(w, kind, what, name, want, &field);
  if (!status && field != 0) *out = st_kind_place(w->rules, kind, field);
  return status;
}

static strata_status enact_places(const st_writer *w,
                                  const strata_event_desc *declared,
                                  strata_event_kind id) {
  st_kind *out = &w->rules->kinds[id - 1];
  strata_status status = find_place(w, id, "affected", declared->affected,
                                    STRATA_REF, &out->affected);
  if (!status) {
    status =
        find_place(w, id, "amount", declared->amount, STRATA_INT, &out->amount);
  }
  if (!status) {
    status =
        find_place(w, id, "merge_by", declared->merge_by, 0, &out->merge_by);
  }
  if (!status) {
    status = find_place(w, id, "merge_sum", declared->merge_sum, STRATA_INT,
                        &out->merge_sum);
  }
  return status;
}

static strata_status enact_phase(st_writer *w,
                                 const strata_phase_desc *declared,
                                 strata_event_kind id, st_kind_phase *out) {
  st_kind *kind = &w->rules->kinds[id - 1];
  st_framing c = {.w = w, .program = &kind->does, .kind = id};
  out->of = kind->affected;
  out->check = strcmp(declared->name, "check") == 0;
  out->linear = declared->linear;
  out->again = declared->again;
  strata_status status =
      find_place(w, id, "the chain of", declared->of, STRATA_REF, &out->of);
  if (status) return status;
  return st_frame_expr(&c, "until", declared->until, STRATA_FLAG, false,
                       &out->until);
}

static strata_status enact_phases(st_writer *w,
                                  const strata_event_desc *declared,
                                  strata_event_kind id) {
  st_kind *out = &w->rules->kinds[id - 1];
  st_mem *mem = &w->rules->mem;
  if (declared->phase_count == 0) return STRATA_OK;
  out->phases =
      st_mem_zeroed(mem, declared->phase_count, sizeof(st_kind_phase));
  if (!out->phases) return st_write_no_memory(w);
  out->phase_count = (uint32_t)declared->phase_count;
  out->do_phase = out->phase_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->phase_count && !status; i++) {
    const strata_phase_desc *phase = &declared->phases[i];
    out->phases[i].name = st_mem_text(mem, phase->name, strlen(phase->name));
    if (!out->phases[i].name) return st_write_no_memory(w);
    if (strcmp(phase->name, "do") == 0) out->do_phase = i;
    status = enact_phase(w, phase, id, &out->phases[i]);
  }
  return status;
}

bool st_kind_is_mover(const st_kind *kind, const st_deed *deed) {
  if (deed->op != STRATA_DEED_MOVE || kind->affected == ST_NO_PLACE) {
    return false;
  }
  const st_expr_node *node = &deed->who->nodes[0];
  return deed->who->node_count == 1 && node->op == ST_EXPR_FIELD &&
         node->index == kind->fields[kind->affected];
}

static strata_status enact_programs(st_writer *w,
                                    const strata_event_desc *declared,
                                    strata_event_kind id) {
  st_kind *out = &w->rules->kinds[id - 1];
  strata_status status = st_frame_begin(w, NULL, 0, declared->parts,
                                        declared->part_count, &out->parts);
  if (!status) {
    status = st_frame_begin(w, NULL, 0, declared->does, declared->does_count,
                            &out->does);
  }
  st_framing c = {.w = w, .program = &out->does, .kind = id};
  if (!status) {
    status = st_frame_expr(&c, "where", declared->where, STRATA_FLAG, false,
                           &out->where);
  }
  if (!status) {
    status = st_frame_expr(&c, "matters", declared->matters, STRATA_FLAG, false,
                           &out->matters);
  }
  if (!status) {
    status =
        st_frame_expr(&c, "can", declared->can, STRATA_FLAG, false, &out->can);
  }
  if (!status) {
    status = st_compose(&c, ST_STAGE_PERFORM, "does", declared->does,
                        declared->does_count);
  }
  for (uint32_t i = 0; !status && i < out->does.deed_count; i++) {
    out->moves = out->moves || st_kind_is_mover(out, &out->does.deeds[i]);
  }
  c.program = &out->parts;
  if (!status) {
    status = st_compose(&c, ST_STAGE_PARTS, "parts", declared->parts,
                        declared->part_count);
  }
  return status;
}

static strata_status enact_kinds(strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_EVENT];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < names->count && !status; i++) {
    const strata_event_desc *declared =
        st_declared_event(builder, names->items[i].tag);
    st_writer w = writer(builder, rules, "event", names->items[i].text);
    status = enact_places(&w, declared, i + 1);
    if (!status) status = enact_programs(&w, declared, i + 1);
    if (!status) status = enact_phases(&w, declared, i + 1);
  }
  return status;
}

/* -- What codes say -- */

/* Counting all entities costs more than looking at one. */
static uint32_t cost_of(const st_test *test) {
  return test->predicate->node_count +
         (test->predicate->population ? UINT32_C(1) << 30 : 0);
}

static void sort_tests(st_code *code) {
  for (uint32_t i = 1; i < code->test_count; i++) {
    st_test test = code->tests[i];
    uint32_t at = i;
    for (; at > 0 && cost_of(&code->tests[at - 1]) > cost_of(&test); at--) {
      code->tests[at] = code->tests[at - 1];
    }
    code->tests[at] = test;
  }
}

static strata_status
enact_tests(st_framing *c, const strata_code_desc *declared, st_code *out) {
  st_writer *w = c->w;
  if (declared->test_count == 0) return STRATA_OK;
  out->tests =
      st_mem_zeroed(&w->rules->mem, declared->test_count, sizeof(st_test));
  if (!out->tests) return st_write_no_memory(w);
  out->test_count = (uint32_t)declared->test_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->test_count && !status; i++) {
    const strata_test *test = &declared->tests[i];
    w->attr = test->field;
    status = find_field(w, out->kind, "the test's field", test->field,
                        STRATA_REF, &out->tests[i].field);
    if (!status) {
      status = st_frame_expr(c, "its predicate", test->predicate, STRATA_FLAG,
                             true, &out->tests[i].predicate);
    }
  }
  w->attr = NULL;
  if (!status) sort_tests(out);
  return status;
}

static strata_status check_amount(const st_writer *w, const st_code *code) {
  if (code->role != STRATA_ROLE_PREVENT) return STRATA_OK;
  const st_kind *kind = st_kind_of(w->rules, code->kind);
  if (kind->amount != ST_NO_PLACE) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "event '", kind->name,
                        "' has no amount, so none of it can be prevented; ",
                        "declare one, or write a replacement");
}

static st_stage stage_of(const strata_rules *rules, const st_code *code) {
  if (code->role == STRATA_ROLE_HANDLE) {
    uint32_t does = st_kind_of(rules, code->kind)->do_phase;
    if (code->phase == does) return ST_STAGE_PERFORM;
    return code->phase < does ? ST_STAGE_BEFORE : ST_STAGE_AFTER;
  }
  if (code->role == STRATA_ROLE_REPLACE) return ST_STAGE_REPLACE;
  return code->role == STRATA_ROLE_PREVENT ? ST_STAGE_PREVENT : ST_STAGE_ACT;
}

/* In which chain of its kind a handler is. */
static strata_status enact_handler(const st_writer *w,
                                   const strata_code_desc *declared,
                                   st_code *out) {
  if (out->role != STRATA_ROLE_HANDLE) return STRATA_OK;
  const st_kind *kind = st_kind_of(w->rules, out->kind);
  uint32_t n = 0;
  while (n < kind->phase_count &&
         strcmp(kind->phases[n].name, declared->phase) != 0) {
    n++;
  }
  if (n == kind->phase_count) {
    return ST_WRITE_ERROR(
        w, STRATA_ENOENT, "event '", kind->name, "' has no chain '",
        st_quote_of(declared->phase, strlen(declared->phase)).text,
        n > 0 ? "'; its first one is '" : "'; declare its phases",
        n > 0 ? kind->phases[0].name : "", n > 0 ? "'" : "");
  }
  out->phase = n;
  out->place = declared->place;
  out->everywhere = declared->everywhere;
  if (!kind->phases[n].linear || out->place == 0) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "chain '", declared->phase,
                        "' of event '", kind->name,
                        "' is linear, so its handlers have no ranks");
}

static strata_status enact_code(st_writer *w, const strata_code_desc *declared,
                                st_code *out) {
  st_framing c = {.w = w,
                  .program = &out->deeds,
                  .kind = out->kind,
                  .handles = out->role == STRATA_ROLE_HANDLE};
  strata_status status = check_amount(w, out);
  if (!status) status = enact_handler(w, declared, out);
  if (!status) status = enact_tests(&c, declared, out);
  if (!status) {
    status = st_frame_expr(&c, "when", declared->when, STRATA_FLAG, false,
                           &out->when);
  }
  if (!status) {
    status = st_frame_expr(&c, "only_if", declared->only_if, STRATA_FLAG, false,
                           &out->only_if);
  }
  if (!status) {
    status = st_frame_expr(&c, "amount", declared->amount, STRATA_INT, false,
                           &out->amount);
  }
  if (!status) {
    status = st_compose(&c, stage_of(w->rules, out), "deed", declared->deeds,
                        declared->deed_count);
  }
  if (status || c.handles) return status; /* chains are no index */
  status = st_code_choose_key(out, w->rules, &w->rules->mem);
  return status ? st_write_no_memory(w) : STRATA_OK;
}

static strata_status enact_codes(strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_CODE];
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_writer w = writer(builder, rules, "code", names->items[i].text);
    status = enact_code(&w, st_declared_code(builder, names->items[i].tag),
                        &rules->codes[i]);
  }
  return status;
}

/* -- Chains -- */

/* Handlers that are printed in the chain of all, kind by kind: counted, or, for
 * the second time, written down. */
static void print_handlers(strata_rules *rules) {
  for (uint32_t i = 0; i < rules->names[STRATA_KIND_CODE].count; i++) {
    const st_code *code = &rules->codes[i];
    if (code->role != STRATA_ROLE_HANDLE) continue;
    st_kind *kind = &rules->kinds[rules->kinds[code->kind - 1].of - 1];
    kind->is_handled = true;
    if (!code->everywhere) continue;
    if (kind->handlers) kind->handlers[kind->handler_count] = i + 1;
    kind->handler_count++;
  }
}

static bool enact_chains(strata_rules *rules) {
  size_t count = rules->names[STRATA_KIND_EVENT].count;
  print_handlers(rules);
  for (size_t i = 0; i < count; i++) {
    st_kind *kind = &rules->kinds[i];
    if (kind->is_handled) rules->is_handled = true;
    if (kind->handler_count == 0) continue;
    kind->is_printed = true;
    kind->handlers = st_mem_zeroed(&rules->mem, kind->handler_count,
                                   sizeof kind->handlers[0]);
    if (!kind->handlers) return false;
    kind->handler_count = 0;
  }
  print_handlers(rules);
  return true;
}

/* -- What is touched -- */

/* Of the events that it emits: their fields are their own affair. */
static void join_emitted(const strata_rules *rules, const st_routine *program,
                         st_touch *touch) {
  for (uint32_t i = 0; i < program->deed_count; i++) {
    const st_deed *deed = &program->deeds[i];
    if (deed->op != STRATA_DEED_EMIT) continue;
    const st_touch *more = &st_kind_get(rules, deed->what)->touch;
    touch->reads |= more->reads;
    touch->writes |= more->writes;
  }
}

static bool is_same(const st_touch *a, const st_touch *b) {
  return a->reads == b->reads && a->writes == b->writes &&
         a->field_reads == b->field_reads && a->field_writes == b->field_writes;
}

/* Kinds emit each other, so until nothing comes of it any more: bits are only
 * added. */
static void touch_kinds(strata_rules *rules) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < rules->names[STRATA_KIND_EVENT].count; i++) {
      st_kind *kind = &rules->kinds[i];
      st_touch touch = kind->touch;
      st_touch_join(&touch, &kind->parts.touch);
      st_touch_join(&touch, &kind->does.touch);
      if (kind->is_handled) st_touch_all(&touch);
      join_emitted(rules, &kind->parts, &touch);
      changed = changed || !is_same(&touch, &kind->touch);
      kind->touch = touch;
    }
  }
}

static void touch_codes(strata_rules *rules) {
  for (size_t i = 0; i < rules->names[STRATA_KIND_CODE].count; i++) {
    st_code *code = &rules->codes[i];
    code->touch = code->deeds.touch;
    join_emitted(rules, &code->deeds, &code->touch);
    if (code->kind == 0 || code->role == STRATA_ROLE_HANDLE) continue;
    st_touch_expr(&code->touch, st_kind_get(rules, code->kind)->where);
  }
}

/* -- The whole -- */

strata_status st_enact_play(strata_builder *builder, strata_rules *rules) {
  if (!enact_fields(builder, rules) || !enact_handlers(builder, rules) ||
      !st_names_copy(&builder->classes, &rules->mem, &rules->classes)) {
    return st_builder_no_memory(builder);
  }
  strata_status status = shape_kinds(builder, rules);
  if (!status) status = shape_codes(builder, rules);
  if (!status) status = enact_kinds(builder, rules);
  if (!status) status = enact_codes(builder, rules);
  if (status) return status;
  if (!enact_chains(rules)) return st_builder_no_memory(builder);
  touch_kinds(rules);
  touch_codes(rules);
  return STRATA_OK;
}
