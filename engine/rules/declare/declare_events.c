/*
 * declare_events.c - declarations of event types, watchers, replacement
 * classes and handlers.
 *
 * As in declare_objects.c, texts are kept unread until the rules are frozen.
 * Here mistakes are refused that do not depend on what the texts mean.
 */
#include "rules/declare/declare_events.h"

#include "rules/model/event_type.h"

#include <string.h>

#define REPLACEMENT_CLASS_LIMIT 200

/* -- Copies -- */

static const strata_argument *
copy_arguments(st_declared_copy *p, const strata_instruction *instruction) {
  strata_argument *copy =
      st_declared_copy_reserve(p, instruction->argument_count, sizeof *copy);
  for (size_t i = 0; i < instruction->argument_count; i++) {
    strata_argument argument = instruction->arguments[i];
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

/* The recursion is at most ST_PROGRAM_DEPTH deep. */
const strata_instruction *
st_declared_copy_program(st_declared_copy *p,
                         const strata_instruction *instructions, size_t count) {
  strata_instruction *copy = st_declared_copy_reserve(p, count, sizeof *copy);
  for (size_t i = 0; i < count; i++) {
    strata_instruction instruction = instructions[i];
    instruction.what = st_declared_copy_text(p, instruction.what);
    instruction.who = st_declared_copy_text(p, instruction.who);
    instruction.when = st_declared_copy_text(p, instruction.when);
    instruction.times = st_declared_copy_text(p, instruction.times);
    instruction.as = st_declared_copy_text(p, instruction.as);
    instruction.clock = st_declared_copy_text(p, instruction.clock);
    instruction.lasts = st_declared_copy_text(p, instruction.lasts);
    instruction.clause = copy_optional_clause(p, instruction.clause);
    instruction.arguments = copy_arguments(p, &instruction);
    instruction.inner =
        st_declared_copy_program(p, instruction.inner, instruction.inner_count);
    if (copy) copy[i] = instruction;
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
  desc.actor = st_declared_copy_text(p, desc.actor);
  desc.subject = st_declared_copy_text(p, desc.subject);
  desc.pays = st_declared_copy_text(p, desc.pays);
  if (copy) *copy = desc;
}

static void copy_handler(st_declared_copy *p, const void *declared) {
  st_handler *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  if (!copy) return;
  *copy = *(const st_handler *)declared;
  copy->name = NULL; /* the names table owns it */
}

/* -- Checks of programs -- */

/* What is wrong with an instruction whatever its texts mean, NULL if nothing
 * is. */
static const char *wrong_instruction(const strata_instruction *instruction) {
  if ((unsigned)instruction->op > STRATA_DO_DISCLOSE) return "no such deed";
  if (instruction->flags >
      (STRATA_INSTRUCTION_HIDDEN | STRATA_INSTRUCTION_ORDERED |
       STRATA_INSTRUCTION_TARGET | STRATA_INSTRUCTION_TRY |
       STRATA_INSTRUCTION_WHILE_SOURCE | STRATA_INSTRUCTION_NAMED |
       STRATA_INSTRUCTION_ANNOUNCED | STRATA_INSTRUCTION_AT_ONCE)) {
    return "a deed has no such flags";
  }
  if (instruction->argument_count > 0 && !instruction->arguments) {
    return "the arguments of a deed are NULL";
  }
  const strata_clause *clause = instruction->clause;
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
  for (size_t i = 0; i < instruction->argument_count; i++) {
    const strata_argument *argument = &instruction->arguments[i];
    if (!st_has_all_texts(argument->names, argument->name_count)) {
      return "a symbol in the argument of a deed is NULL";
    }
  }
  return NULL;
}

static const char *wrong_program(const strata_instruction *instructions,
                                 size_t count, int depth) {
  if (count > 0 && !instructions) return "its deeds are NULL";
  if (count > 0 && depth == 0) {
    return "its deeds nest more than 16 deep; split them";
  }
  for (size_t i = 0; i < count; i++) {
    const char *wrong = wrong_instruction(&instructions[i]);
    if (!wrong) {
      wrong = wrong_program(instructions[i].inner, instructions[i].inner_count,
                            depth - 1);
    }
    if (wrong) return wrong;
  }
  return NULL;
}

strata_status st_builder_check_program(strata_builder *builder,
                                       const char *what, const char *name,
                                       const strata_instruction *instructions,
                                       size_t count) {
  const char *wrong = wrong_program(instructions, count, ST_PROGRAM_DEPTH);
  return wrong ? st_builder_refuse(builder, what, name, wrong) : STRATA_OK;
}

/* -- Checks of event types -- */

/* True for the fields that every event has. */
static bool is_common_field(const char *name) {
  static const char *const names[ST_COMMON_FIELDS] = {"by", "cause", "effect",
                                                      "prevented", "became"};
  for (size_t i = 0; i < ST_COMMON_FIELDS; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

/* Check that a field has the same type in all event types. */
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

/* Check declared names and types; each name may occur once. */
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
    const char *why = st_type_is_word(fields[i].type)
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

/* What is wrong with an event type whatever its texts mean, NULL if nothing
 * is. */
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

/* -- Checks of watchers -- */

static bool is_trigger_role(strata_watcher_role role) {
  return role == STRATA_ROLE_TRIGGER || role == STRATA_ROLE_STATE;
}

static bool is_replacement_role(strata_watcher_role role) {
  return role == STRATA_ROLE_REPLACE || role == STRATA_ROLE_PREVENT;
}

/* The property of 'cant' that a watcher has in vain, NULL if there is none. */
static const char *wrong_without_cant(const strata_watcher_desc *desc) {
  if (desc->as_is) return "only 'cant' can judge what enters as it is";
  return desc->prevention
             ? "only 'cant' can be about the prevention of its event"
             : NULL;
}

/* The property that a watcher has in spite of its role, NULL if there is
 * none. */
static const char *wrong_for_role(const strata_watcher_desc *desc) {
  strata_watcher_role role = desc->role;
  if (desc->rank && role != STRATA_ROLE_REPLACE) {
    return "only a replacement has a rank";
  }
  if (desc->only_if && !is_trigger_role(role)) {
    return "only what triggers has 'only_if'; write 'when'";
  }
  if (desc->amount && role != STRATA_ROLE_PREVENT && role != STRATA_ROLE_MORE) {
    return "only preventions and 'more' have an amount";
  }
  if (desc->batch && !is_trigger_role(role) && role != STRATA_ROLE_PREVENT) {
    return "only what triggers and preventions have 'batch'";
  }
  if (desc->immediate && !is_trigger_role(role)) {
    return "only what triggers has 'immediate'";
  }
  if (desc->again && !is_replacement_role(role)) {
    return "only replacements and preventions apply 'again'";
  }
  if (desc->optional && !is_replacement_role(role) && !is_trigger_role(role)) {
    return "only replacements, preventions and what triggers are optional";
  }
  if (desc->own && !is_replacement_role(role) && role != STRATA_ROLE_CANT) {
    return "only replacements, preventions and 'cant' act while their own "
           "object enters";
  }
  if (desc->counts_done && (!is_trigger_role(role) || !desc->clock)) {
    return "only what triggers and is on a clock counts how often it is done";
  }
  if (desc->look_back && role != STRATA_ROLE_TRIGGER) {
    return "only triggers look back";
  }
  bool placed = desc->phase || desc->place != 0 || desc->everywhere;
  if (placed && role != STRATA_ROLE_HANDLE) {
    return "only a handler has a phase and a place in its chain";
  }
  return role == STRATA_ROLE_CANT ? NULL : wrong_without_cant(desc);
}

/* What an action lacks, or has in vain. */
static const char *wrong_action(const strata_watcher_desc *desc) {
  bool acts = desc->actor || desc->subject || desc->paid > 0 || desc->stacked ||
              desc->unlisted || desc->pays;
  if (desc->role != STRATA_ROLE_ACTION) {
    return acts ? "only an action has an actor, a subject, a cost and a place "
                  "on the stack"
                : NULL;
  }
  if (desc->instruction_count == 0) return "an action needs deeds";
  if (desc->paid > desc->instruction_count) {
    return "it pays with more deeds than it has";
  }
  if (desc->name_count > 0 && !desc->unlisted) {
    return "an action announces; only the host of an unlisted one gives names";
  }
  if (desc->pays && desc->stacked) {
    return "an action that pays is done at once";
  }
  if (desc->uses > 0 || desc->per_clock > 0) {
    return "how often an action can be done its 'when' says";
  }
  return NULL;
}

/* What a chain handler lacks, or has in vain. It has no uses, because it can
 * leave the chain itself, and no zones, because it functions wherever its
 * owner is. */
static const char *wrong_chain_handler(const strata_watcher_desc *desc) {
  if (desc->role != STRATA_ROLE_HANDLE) return NULL;
  if (!desc->phase) return "a handler says in which phase it is called";
  if (desc->instruction_count == 0) return "a handler needs deeds";
  if (desc->uses > 0 || desc->per_clock > 0 || desc->zone_count > 0) {
    return "a handler is called whenever its chain is passed; let it say "
           "'when'";
  }
  return NULL;
}

/* Whether a watcher names an event that its role has none of, or none. */
static const char *wrong_event(const strata_watcher_desc *desc) {
  bool state = desc->role == STRATA_ROLE_STATE;
  bool eventless = state || desc->role == STRATA_ROLE_ACTION;
  if (eventless && desc->event) {
    return state ? "a state trigger is about no event; say 'when'"
                 : "an action is about no event; say 'when'";
  }
  if (!eventless && !desc->event) return "say of what event it is";
  if (state && !desc->when) return "a state trigger says 'when'";
  if (eventless && desc->test_count > 0) {
    return state ? "a state trigger has no event to test; say 'when'"
                 : "an action has no event to test; say 'when'";
  }
  return NULL;
}

static bool takes_program(strata_watcher_role role) {
  return is_replacement_role(role) || is_trigger_role(role) ||
         role == STRATA_ROLE_UNTIL || role == STRATA_ROLE_HANDLE ||
         role == STRATA_ROLE_ACTION;
}

static const char *wrong_watcher(const strata_watcher_desc *desc) {
  if ((unsigned)desc->role > STRATA_ROLE_ACTION) return "no such role";
  const char *wrong = wrong_event(desc);
  if (wrong) return wrong;
  if (desc->instruction_count > 0 && !takes_program(desc->role)) {
    return "its role takes no deeds";
  }
  if (desc->instruction_count == 0 && desc->role == STRATA_ROLE_REPLACE) {
    return "a replacement needs deeds; 'nothing' is one";
  }
  if ((desc->clock != NULL) != (desc->per_clock > 0)) {
    return "'clock' and 'per_clock' go together";
  }
  if (desc->test_count > 0 && !desc->tests) return "its tests are NULL";
  for (size_t i = 0; i < desc->test_count; i++) {
    if (!desc->tests[i].field || !desc->tests[i].predicate) {
      return "a test has a field and a predicate";
    }
  }
  if (!st_has_all_texts(desc->zones, desc->zone_count)) return "a zone is NULL";
  wrong = wrong_chain_handler(desc);
  if (!wrong) wrong = wrong_action(desc);
  return wrong ? wrong : wrong_for_role(desc);
}

static strata_status check_parameters(strata_builder *builder,
                                      const strata_watcher_desc *desc) {
  strata_status status = check_field_descs(builder, "code", desc->name,
                                           desc->names, desc->name_count);
  for (size_t i = 0; i < desc->name_count && !status; i++) {
    const char *name = desc->names[i].name;
    bool taken = strcmp(name, "you") == 0 || strcmp(name, "i") == 0;
    if (!taken && st_is_variable_name(name)) continue;
    status = ST_ERROR(
        &builder->error, STRATA_EINVAL, 0, "code '", desc->name, "': name '",
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
