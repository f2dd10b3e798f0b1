/*
 * begin.c - the deed that begins a continuous effect (611).
 *
 * Whom it affects is found in the frame, and so is what is taken once. What the
 * effect goes on asking is written into the state as text, with what the names
 * of the program are now in their place: it outlives the program.
 */
#include "play/perform/begin.h"

#include "layers/change/making.h"
#include "layers/update/past.h"

#include <string.h>

typedef struct beginner {
  st_run *run;
  uint32_t frame;
  const st_deed *deed;
  const st_beginning *beginning;
  strata_entity it; /* of whom what is taken is asked */
  bool open;        /* of a predicate: parts on open attributes look anew */
  uint32_t *slots;
  uint32_t count;
  st_new_effect common; /* what all of its effects have */
} beginner;

/* -- Texts -- */

/* An expression of the program as one of the world. */
static strata_status settle(const beginner *b, const strata_expr *expr,
                            uint32_t *out) {
  st_change *change = b->run->change;
  if (!expr) return STRATA_OK;
  strata_expr *settled = NULL;
  strata_status status = st_frame_settle(b->run, b->frame, expr, &settled);
  if (status) return status;
  status = st_strings_intern(change->strings, change->store, settled->text,
                             settled->text_size, out);
  st_expr_free(settled);
  return status;
}

/* -- Parts -- */

static strata_status value_of(void *context, const strata_expr *expr,
                              int64_t *out) {
  const beginner *b = context;
  return st_frame_eval(b->run, b->frame, expr, b->it, out);
}

/* Whether a part looks anew at whom it affects. */
static bool is_open(const beginner *b, const st_clause_part *part) {
  const st_attr *attr = st_attr_of(b->run->rules, st_verb_attr(part->verb));
  return b->open && attr && attr->open;
}

/* The snapshot of whom an effect copies, taken for its first part (707.2b);
 * 0: of nobody. */
static strata_status copied(st_making *m, const beginner *b,
                            const st_clause_part *part, st_new_effect *effect) {
  st_store *store = b->run->store;
  int64_t whom = 0;
  if (effect->copied != 0) return STRATA_OK;
  strata_status status =
      part->operand ? m->value(m->context, part->operand, &whom) : STRATA_OK;
  uint32_t of = st_past_slot(store, NULL, (strata_entity)whom);
  if (status || of == 0) return status;
  return st_change_snapshot(b->run->change, of, &effect->copied);
}

static strata_status computed(const beginner *b, const st_clause_part *part,
                              st_new_part *made) {
  made->value = part->value;
  return settle(b, part->operand, &made->text);
}

static strata_status borrowed(const beginner *b, const st_clause_part *part,
                              st_new_part *made) {
  st_change *change = b->run->change;
  made->value = (uint64_t)part->kind;
  return st_strings_intern(change->strings, change->store, part->operand->text,
                           part->operand->text_size, &made->text);
}

/* An operand that is taken now; of open parts nobody is known to whom it would
 * be taken from. */
static bool is_taken(const st_clause_part *part, bool open) {
  return !part->operand || (part->capture && !(open && part->operand->uses_it));
}

static strata_status add_part(st_making *m, const beginner *b,
                              const st_clause_part *part,
                              st_new_effect *effect) {
  strata_op op = st_verb_op(part->verb);
  bool open = is_open(b, part);
  uint32_t flags = effect->condition ? ST_PART_CONDITIONAL : 0;
  if (open) flags |= ST_PART_OPEN;
  st_new_part made = {0};
  strata_status status = STRATA_OK;
  if (op == STRATA_OP_SWITCH) {
    flags |= ST_PART_SWITCH;
    made.other = part->other;
  } else if (op == STRATA_OP_COPY) {
    status = copied(m, b, part, effect);
    if (status || effect->copied == 0) return status;
    made.value = st_entity_gone_handle(b->run->store, effect->copied);
  } else if (op == STRATA_OP_BORROW) {
    flags |= ST_PART_COMPUTED;
    status = borrowed(b, part, &made);
  } else if (!is_taken(part, open)) {
    flags |= ST_PART_COMPUTED;
    status = computed(b, part, &made);
  } else {
    status = st_making_operand(m, part, &made);
  }
  if (status) return status;
  st_making_push(m, part, st_verb_ordinal(part->verb), flags, made);
  return STRATA_OK;
}

/* -- Effects -- */

/* One effect: of the parts that are locked, on these, and if `open` of those
 * that are not. */
static strata_status add(beginner *b, const uint32_t *slots, uint32_t count,
                         bool open) {
  const st_clause_code *clause = &b->beginning->clause;
  st_making m = {.change = b->run->change, .value = value_of, .context = b};
  st_new_effect effect = b->common;
  strata_status status = STRATA_OK;
  bool looks = false;
  for (uint32_t i = 0; !status && i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    bool is_one = is_open(b, part);
    if (is_one ? !open : count == 0) continue;
    if (m.count == ST_PARTS_LIMIT) {
      return st_frame_fail(b->run, b->frame, b->deed, STRATA_ELIMIT,
                           "an effect of more than 64 parts");
    }
    looks = looks || is_one;
    status = add_part(&m, b, part, &effect);
  }
  if (!status && looks) status = settle(b, b->deed->who, &effect.subject);
  if (status || m.count == 0) return status;
  effect.parts = m.parts;
  effect.part_count = m.count;
  effect.targets = slots;
  effect.target_count = count;
  uint32_t added;
  return st_change_add_effect(b->run->change, &effect, &added);
}

/* What is worked out of each affected by himself is an effect for each. */
static strata_status add_each(beginner *b) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < b->count; i++) {
    b->it = st_entity_handle(b->run->store, b->slots[i]);
    status = add(b, &b->slots[i], 1, false);
  }
  b->it = st_run_frame(b->run, b->frame)->it;
  return status ? status : add(b, NULL, 0, true);
}

/* -- Whom, and how long -- */

static strata_status find_whom(beginner *b) {
  st_run *run = b->run;
  strata_entity *who;
  uint32_t found;
  strata_status status =
      st_frame_who(run, b->frame, b->deed->who, &who, &found);
  if (status) return status;
  b->open = b->deed->who->type == STRATA_FLAG;
  b->slots = st_arena_take(&run->arena, found + 1u, sizeof b->slots[0]);
  if (!b->slots) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < found; i++) {
    uint32_t slot = st_entity_slot(run->store, who[i]);
    if (slot != 0) b->slots[b->count++] = slot;
  }
  return STRATA_OK;
}

static strata_status find_common(beginner *b) {
  st_run *run = b->run;
  st_change *change = run->change;
  const char *title = b->beginning->title;
  strata_entity self = st_run_frame(run, b->frame)->self;
  int64_t ticks = 0;
  strata_status status =
      st_frame_option(run, b->frame, b->deed, ST_OPTION_TICKS, 0, &ticks);
  if (status) return status;
  if (ticks < 0 || ticks > UINT32_MAX) {
    return st_frame_fail(run, b->frame, b->deed, STRATA_ERANGE,
                         "'ticks' is no number of ticks");
  }
  b->common = (st_new_effect){
      .source = st_entity_slot(run->store, self) != 0 ? self : 0,
      .clock = b->deed->clock,
      .ticks = (uint32_t)ticks,
      .while_source = (b->deed->flags & STRATA_DEED_WHILE_SOURCE) != 0};
  if (title) {
    status = st_strings_intern(change->strings, change->store, title,
                               strlen(title), &b->common.name);
  }
  if (!status) {
    status = settle(b, b->beginning->clause.condition, &b->common.condition);
  }
  return status ? status : settle(b, b->beginning->lasts, &b->common.while_on);
}

strata_status st_begin(st_run *run, uint32_t frame, const st_deed *deed) {
  const st_frame *f = st_run_frame(run, frame);
  beginner b = {.run = run, .frame = frame, .deed = deed, .it = f->it};
  b.beginning = &f->program->beginnings[deed->what - 1];
  if (deed->flags & STRATA_DEED_WHILE_SOURCE &&
      st_entity_slot(run->store, f->self) == 0) {
    return STRATA_OK;
  }
  bool begins;
  strata_status status =
      st_frame_holds(run, frame, b.beginning->lasts, &begins);
  if (status || !begins) return status;
  status = find_whom(&b);
  if (!status) status = find_common(&b);
  if (status) return status;
  return b.beginning->each ? add_each(&b) : add(&b, b.slots, b.count, true);
}
