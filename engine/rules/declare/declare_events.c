/*
 * declare_play.c - collecting kinds of events, what watchers say, and handlers.
 *
 * As in declare.c, texts are kept as they came until the rules are frozen. Here
 * is refused what is wrong whatever they say.
 */
#include "rules/declare/declare_events.h"

#include "rules/model/event_type.h"

#include <string.h>

#define REPLACEMENT_CLASS_LIMIT 200

/* -- Copies -- */

static const strata_argument *copy_arguments(st_declared_copy *p,
                                             const strata_instruction *deed) {
  strata_argument *copy =
      st_declared_copy_reserve(p, deed->argument_count, sizeof *copy);
  for (size_t i = 0; i < deed->argument_count; i++) {
    strata_argument argument = deed->arguments[i];
    argument.name = st_declared_copy_text(p, argument.name);
    argument.value = st_declared_copy_text(p, argument.value);
    argument.names =
        st_declared_copy_texts(p, argument.names, argument.name_count);
    if (copy) copy[i] = argument;
  }
  return copy;
}

static const strata_clause *copy_optional_clause(st_declared_copy *p,
                                                 const strata_clause *clause) {
  if (!clause) return NULL;
  strata_clause *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_clause packed = st_declared_copy_clause(p, clause);
  if (copy) *copy = packed;
  return copy;
}

/* They nest ST_PROGRAM_DEPTH deep at most. */
const strata_instruction *
st_declared_copy_program(st_declared_copy *p, const strata_instruction *deeds,
                         size_t count) {
  strata_instruction *copy = st_declared_copy_reserve(p, count, sizeof *copy);
  for (size_t i = 0; i < count; i++) {
    strata_instruction deed = deeds[i];
    deed.what = st_declared_copy_text(p, deed.what);
    deed.who = st_declared_copy_text(p, deed.who);
    deed.when = st_declared_copy_text(p, deed.when);
    deed.times = st_declared_copy_text(p, deed.times);
    deed.as = st_declared_copy_text(p, deed.as);
    deed.clock = st_declared_copy_text(p, deed.clock);
    deed.lasts = st_declared_copy_text(p, deed.lasts);
    deed.clause = copy_optional_clause(p, deed.clause);
    deed.arguments = copy_arguments(p, &deed);
    deed.inner = st_declared_copy_program(p, deed.inner, deed.inner_count);
    if (copy) copy[i] = deed;
  }
  return copy;
}

static const strata_field_desc *
copy_field_descs(st_declared_copy *p, const strata_field_desc *fields,
                 size_t count) {
  strata_field_desc *copy = st_declared_copy_reserve(p, count, sizeof *copy);
  for (size_t i = 0; i < count; i++) {
    strata_field_desc field = fields[i];
    field.name = st_declared_copy_text(p, field.name);
    if (copy) copy[i] = field;
  }
  return copy;
}

static void copy_event_type_desc(st_declared_copy *p, const void *declared) {
  strata_event_type_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_event_type_desc desc = *(const strata_event_type_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.of = st_declared_copy_text(p, desc.of);
  desc.where = st_declared_copy_text(p, desc.where);
  desc.fields = copy_field_descs(p, desc.fields, desc.field_count);
  desc.affected = st_declared_copy_text(p, desc.affected);
  desc.amount = st_declared_copy_text(p, desc.amount);
  desc.matters = st_declared_copy_text(p, desc.matters);
  desc.can = st_declared_copy_text(p, desc.can);
  desc.parts = st_declared_copy_program(p, desc.parts, desc.part_count);
  desc.does = st_declared_copy_program(p, desc.does, desc.does_count);
  strata_phase_desc *phases =
      st_declared_copy_reserve(p, desc.phase_count, sizeof *phases);
  for (size_t i = 0; i < desc.phase_count; i++) {
    strata_phase_desc phase = {
        .name = st_declared_copy_text(p, desc.phases[i].name),
        .of = st_declared_copy_text(p, desc.phases[i].of),
        .until = st_declared_copy_text(p, desc.phases[i].until),
        .linear = desc.phases[i].linear,
        .again = desc.phases[i].again};
    if (phases) phases[i] = phase;
  }
  desc.phases = phases;
  desc.merge_by = st_declared_copy_text(p, desc.merge_by);
  desc.merge_sum = st_declared_copy_text(p, desc.merge_sum);
  if (copy) *copy = desc;
}

static void copy_watcher_desc(st_declared_copy *p, const void *declared) {
  strata_watcher_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_watcher_desc desc = *(const strata_watcher_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.event = st_declared_copy_text(p, desc.event);
  desc.rank = st_declared_copy_text(p, desc.rank);
  desc.names = copy_field_descs(p, desc.names, desc.name_count);
  strata_event_test *tests =
      st_declared_copy_reserve(p, desc.test_count, sizeof *tests);
  for (size_t i = 0; i < desc.test_count; i++) {
    strata_event_test test = {
        .field = st_declared_copy_text(p, desc.tests[i].field),
        .predicate = st_declared_copy_text(p, desc.tests[i].predicate)};
    if (tests) tests[i] = test;
  }
  desc.tests = tests;
  desc.when = st_declared_copy_text(p, desc.when);
  desc.only_if = st_declared_copy_text(p, desc.only_if);
  desc.amount = st_declared_copy_text(p, desc.amount);
  desc.zones = st_declared_copy_texts(p, desc.zones, desc.zone_count);
  desc.program =
      st_declared_copy_program(p, desc.program, desc.instruction_count);
  desc.clock = st_declared_copy_text(p, desc.clock);
  desc.phase = st_declared_copy_text(p, desc.phase);
  if (copy) *copy = desc;
}

static void copy_handler(st_declared_copy *p, const void *declared) {
  st_handler *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  if (!copy) return;
  *copy = *(const st_handler *)declared;
  copy->name = NULL; /* of the names table */
}

/* -- Checks of deeds -- */

/* What is wrong with a deed whatever it says, NULL if nothing is. */
static const char *wrong_instruction(const strata_instruction *deed) {
  if ((unsigned)deed->op > STRATA_DO_BEGIN) return "no such deed";
  if (deed->flags > (STRATA_INSTRUCTION_HIDDEN | STRATA_INSTRUCTION_ORDERED |
                     STRATA_INSTRUCTION_TARGET | STRATA_INSTRUCTION_TRY |
                     STRATA_INSTRUCTION_WHILE_SOURCE)) {
    return "a deed has no such flags";
  }
  if (deed->argument_count > 0 && !deed->arguments) {
    return "the arguments of a deed are NULL";
  }
  const strata_clause *clause = deed->clause;
  if (clause && (!clause->parts || clause->part_count == 0 ||
                 clause->part_count > ST_CLAUSE_PARTS)) {
    return "the clause of a deed has 1 to 64 parts";
  }
  for (size_t i = 0; clause && i < clause->part_count; i++) {
    if (!st_has_all_texts(clause->parts[i].names,
                          clause->parts[i].name_count)) {
      return "a name in the clause of a deed is NULL";
    }
  }
  for (size_t i = 0; i < deed->argument_count; i++) {
    const strata_argument *argument = &deed->arguments[i];
    if (!st_has_all_texts(argument->names, argument->name_count)) {
      return "a symbol in the argument of a deed is NULL";
    }
  }
  return NULL;
}

static const char *wrong_program(const strata_instruction *deeds, size_t count,
                                 int depth) {
  if (count > 0 && !deeds) return "its deeds are NULL";
  if (count > 0 && depth == 0) {
    return "its deeds nest more than 16 deep; split them";
  }
  for (size_t i = 0; i < count; i++) {
    const char *wrong = wrong_instruction(&deeds[i]);
    if (!wrong) {
      wrong = wrong_program(deeds[i].inner, deeds[i].inner_count, depth - 1);
    }
    if (wrong) return wrong;
  }
  return NULL;
}

strata_status st_builder_check_program(strata_builder *builder,
                                       const char *what, const char *name,
                                       const strata_instruction *deeds,
                                       size_t count) {
  const char *wrong = wrong_program(deeds, count, ST_PROGRAM_DEPTH);
  return wrong ? st_builder_refuse(builder, what, name, wrong) : STRATA_OK;
}

/* -- Checks of events -- */

static bool is_word_type(strata_type type) {
  return type == STRATA_INT || type == STRATA_FLAG || type == STRATA_REF ||
         type == STRATA_SYM;
}

/* What every event has. */
static bool is_common_field(const char *name) {
  static const char *const names[ST_COMMON_FIELDS] = {"by", "cause", "effect",
                                                      "prevented", "became"};
  for (size_t i = 0; i < ST_COMMON_FIELDS; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

/* A field is of one type in all kinds. */
static strata_status check_field_type(strata_builder *builder,
                                      const char *event,
                                      const strata_field_desc *field) {
  const st_names *names = &builder->names[STRATA_NAME_EVENT_TYPE];
  for (size_t i = 0; i < names->count; i++) {
    const strata_event_type_desc *other =
        st_declared_event_type(builder, names->items[i].tag);
    for (size_t n = 0; n < other->field_count; n++) {
      if (strcmp(other->fields[n].name, field->name) != 0 ||
          other->fields[n].type == field->type) {
        continue;
      }
      return ST_ERROR(&builder->error, STRATA_ETYPE, 0, "event '", event,
                      "': field '", field->name,
                      "' is of another type in event '", other->name,
                      "'; take another name");
    }
  }
  return STRATA_OK;
}

/* Names with types, each once. */
static strata_status check_field_descs(strata_builder *builder,
                                       const char *what, const char *owner,
                                       const strata_field_desc *fields,
                                       size_t count) {
  if (count > 0 && !fields) {
    return st_builder_refuse(builder, what, owner, "its fields are NULL");
  }
  for (size_t i = 0; i < count; i++) {
    const char *name = fields[i].name;
    st_names none = {0};
    strata_status status =
        st_builder_check_name(builder, &none, ST_SPELLED_WORD, "field", name);
    if (status) return status;
    const char *why = is_word_type(fields[i].type)
                          ? NULL
                          : "it is an int, a flag, a ref or a sym";
    for (size_t n = 0; n < i; n++) {
      if (strcmp(fields[n].name, name) == 0) why = "it is declared twice";
    }
    if (!why) continue;
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '", owner,
                    "': field '", name, "': ", why);
  }
  return STRATA_OK;
}

static strata_status
check_event_type_fields(strata_builder *builder,
                        const strata_event_type_desc *event) {
  if (event->field_count > ST_EVENT_TYPE_FIELDS) {
    return st_builder_refuse(builder, "event", event->name,
                             "it has more than 60 fields");
  }
  strata_status status = check_field_descs(builder, "event", event->name,
                                           event->fields, event->field_count);
  for (size_t i = 0; i < event->field_count && !status; i++) {
    const char *name = event->fields[i].name;
    if (is_common_field(name)) {
      return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "event '", event->name,
                      "': every event has a field '", name, "' already");
    }
    status = check_field_type(builder, event->name, &event->fields[i]);
  }
  return status;
}

static const char *wrong_phases(const strata_event_type_desc *event) {
  bool does = event->phase_count == 0;
  if (event->phase_count > 0 && !event->phases) return "its phases are NULL";
  for (size_t i = 0; i < event->phase_count; i++) {
    const char *name = event->phases[i].name;
    if (!name || name[0] == '\0') return "a phase has no name";
    does = does || strcmp(name, "do") == 0;
    for (size_t n = 0; n < i; n++) {
      if (strcmp(event->phases[n].name, name) == 0) {
        return "two of its phases have the same name";
      }
    }
  }
  return does ? NULL : "one of its phases is 'do', where it happens";
}

static bool says_more_than_alias(const strata_event_type_desc *event) {
  return event->field_count > 0 || event->affected || event->amount ||
         event->matters || event->can || event->contains != 0 ||
         event->part_count > 0 || event->does_count > 0 ||
         event->phase_count > 0 || event->merge_by || event->merge_sum ||
         event->quiet;
}

/* What is wrong with an event whatever its texts say, NULL if nothing is. */
static const char *wrong_event_type(const strata_event_type_desc *event) {
  if (event->of && says_more_than_alias(event)) {
    return "an alias says 'where', 'enters' and 'look_back' and has all else "
           "from what it is of";
  }
  if (event->where && !event->of) {
    return "only an alias has 'where'; say 'of' what kind it is";
  }
  if ((unsigned)event->contains > STRATA_CONTAINMENT_RESULTS) {
    return "there is no such way to contain";
  }
  if ((event->contains != STRATA_CONTAINMENT_NONE) != (event->part_count > 0)) {
    return "parts, and how they are contained, go together";
  }
  if (!event->merge_by != !event->merge_sum) {
    return "'merge_by' and 'merge_sum' go together";
  }
  return wrong_phases(event);
}

strata_status st_builder_event_type(strata_builder *builder,
                                    const strata_event_type_desc *event) {
  if (!event) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_EVENT_TYPE];
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_WORD,
                                               "event", event->name);
  if (!status) status = check_event_type_fields(builder, event);
  if (status) return status;
  const char *wrong = wrong_event_type(event);
  if (wrong) return st_builder_refuse(builder, "event", event->name, wrong);
  status = st_builder_check_program(builder, "event", event->name, event->parts,
                                    event->part_count);
  if (!status) {
    status = st_builder_check_program(builder, "event", event->name,
                                      event->does, event->does_count);
  }
  if (status) return status;
  return st_builder_add_copy(builder, names, event->name, &builder->event_types,
                             copy_event_type_desc, event);
}

/* -- Checks of codes -- */

static bool is_trigger_role(strata_watcher_role role) {
  return role == STRATA_ROLE_TRIGGER || role == STRATA_ROLE_STATE;
}

static bool is_replacement_role(strata_watcher_role role) {
  return role == STRATA_ROLE_REPLACE || role == STRATA_ROLE_PREVENT;
}

/* What its role does not have, NULL if nothing. */
static const char *wrong_for_role(const strata_watcher_desc *code) {
  strata_watcher_role role = code->role;
  if (code->rank && role != STRATA_ROLE_REPLACE) {
    return "only a replacement has a rank";
  }
  if (code->only_if && !is_trigger_role(role)) {
    return "only what triggers has 'only_if'; write 'when'";
  }
  if (code->amount && role != STRATA_ROLE_PREVENT && role != STRATA_ROLE_MORE) {
    return "only preventions and 'more' have an amount";
  }
  if (code->batch && !is_trigger_role(role) && role != STRATA_ROLE_PREVENT) {
    return "only what triggers and preventions have 'batch'";
  }
  if (code->immediate && !is_trigger_role(role)) {
    return "only what triggers has 'immediate'";
  }
  if (code->again && !is_replacement_role(role)) {
    return "only replacements and preventions apply 'again'";
  }
  if (code->optional && !is_replacement_role(role) && !is_trigger_role(role)) {
    return "only replacements, preventions and what triggers are optional";
  }
  if (code->own && !is_replacement_role(role) && role != STRATA_ROLE_CANT) {
    return "only replacements, preventions and 'cant' act while their own "
           "object enters";
  }
  if (code->as_is && role != STRATA_ROLE_CANT) {
    return "only 'cant' can judge what enters as it is";
  }
  if (code->counts_done && (!is_trigger_role(role) || !code->clock)) {
    return "only what triggers and is on a clock counts how often it is done";
  }
  if (code->look_back && role != STRATA_ROLE_TRIGGER) {
    return "only triggers look back";
  }
  bool placed = code->phase || code->place != 0 || code->everywhere;
  if (placed && role != STRATA_ROLE_HANDLE) {
    return "only a handler has a phase and a place in its chain";
  }
  return NULL;
}

/* What a handler of a chain lacks, or has in vain: it has no uses, as it leaves
 * the chain when it wants to, and functions wherever its owner is. */
static const char *wrong_chain_handler(const strata_watcher_desc *code) {
  if (code->role != STRATA_ROLE_HANDLE) return NULL;
  if (!code->phase) return "a handler says in which phase it is called";
  if (code->instruction_count == 0) return "a handler needs deeds";
  if (code->uses > 0 || code->per_clock > 0 || code->zone_count > 0) {
    return "a handler is called whenever its chain is passed; let it say "
           "'when'";
  }
  return NULL;
}

static const char *wrong_watcher(const strata_watcher_desc *code) {
  bool state = code->role == STRATA_ROLE_STATE;
  bool deeds = is_replacement_role(code->role) || is_trigger_role(code->role) ||
               code->role == STRATA_ROLE_UNTIL ||
               code->role == STRATA_ROLE_HANDLE;
  if ((unsigned)code->role > STRATA_ROLE_HANDLE) return "no such role";
  if (state != !code->event) {
    return state ? "a state trigger is about no event; say 'when'"
                 : "say of what event it is";
  }
  if (state && !code->when) return "a state trigger says 'when'";
  if (state && code->test_count > 0) {
    return "a state trigger has no event to test; say 'when'";
  }
  if (code->instruction_count > 0 && !deeds) return "its role takes no deeds";
  if (code->instruction_count == 0 && code->role == STRATA_ROLE_REPLACE) {
    return "a replacement needs deeds; 'nothing' is one";
  }
  if ((code->clock != NULL) != (code->per_clock > 0)) {
    return "'clock' and 'per_clock' go together";
  }
  if (code->test_count > 0 && !code->tests) return "its tests are NULL";
  for (size_t i = 0; i < code->test_count; i++) {
    if (!code->tests[i].field || !code->tests[i].predicate) {
      return "a test has a field and a predicate";
    }
  }
  if (!st_has_all_texts(code->zones, code->zone_count)) return "a zone is NULL";
  const char *wrong = wrong_chain_handler(code);
  return wrong ? wrong : wrong_for_role(code);
}

static strata_status check_parameters(strata_builder *builder,
                                      const strata_watcher_desc *code) {
  strata_status status = check_field_descs(builder, "code", code->name,
                                           code->names, code->name_count);
  for (size_t i = 0; i < code->name_count && !status; i++) {
    const char *name = code->names[i].name;
    bool taken = strcmp(name, "you") == 0 || strcmp(name, "i") == 0;
    if (!taken && st_is_variable_name(name)) continue;
    status = ST_ERROR(
        &builder->error, STRATA_EINVAL, 0, "code '", code->name, "': name '",
        name, "': ", taken ? "every program has it already" : "it has no ':'");
  }
  return status;
}

strata_status st_builder_watcher(strata_builder *builder,
                                 const strata_watcher_desc *code) {
  if (!code) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_WATCHER_DEF];
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_TITLE,
                                               "code", code->name);
  if (!status) status = check_parameters(builder, code);
  if (status) return status;
  const char *wrong = wrong_watcher(code);
  if (wrong) return st_builder_refuse(builder, "code", code->name, wrong);
  status = st_builder_check_program(builder, "code", code->name, code->program,
                                    code->instruction_count);
  if (status) return status;
  return st_builder_add_copy(builder, names, code->name, &builder->watchers,
                             copy_watcher_desc, code);
}

/* -- Classes and handlers -- */

strata_status st_builder_replacement_class(strata_builder *builder,
                                           const char *name) {
  st_names *names = &builder->replacement_classes;
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_WORD,
                                               "replacement class", name);
  if (status) return status;
  if (names->count == REPLACEMENT_CLASS_LIMIT) {
    return st_builder_refuse(builder, "replacement class", name,
                             "there are 200 already");
  }
  return st_names_add(names, &builder->mem, name, (uint32_t)names->count)
             ? STRATA_OK
             : st_builder_no_memory(builder);
}

strata_status st_builder_handler(strata_builder *builder, const char *name,
                                 uint64_t body) {
  st_names *names = &builder->names[STRATA_NAME_HANDLER];
  strata_status status =
      st_builder_check_name(builder, names, ST_SPELLED_TITLE, "handler", name);
  if (status) return status;
  st_handler handler = {.body_hash = body};
  return st_builder_add_copy(builder, names, name, &builder->handlers,
                             copy_handler, &handler);
}
