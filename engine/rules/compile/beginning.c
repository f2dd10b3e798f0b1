/*
 * beginning.c - effects that deeds begin, from words to data.
 *
 * Their expressions are of the program's frame: they say "$x" and
 * "event.amount". What is taken once is evaluated there as it is. What the
 * effect goes on asking becomes an expression of the world, in which constants
 * stand for these (see st_expr_settle), so it can name no top of a zone, which
 * changes.
 */
#include "rules/compile/beginning.h"

#include <string.h>

static bool names_top(const strata_expr *expr) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    if (expr->nodes[i].op == ST_EXPR_TOP) return true;
  }
  return false;
}

static strata_status check_lasting(const st_writer *w, const char *what,
                                   const strata_expr *expr) {
  if (!names_top(expr)) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, what, " '",
                        st_quote_of(expr->text, expr->text_size).text,
                        "' is asked again and again, so it cannot say who is ",
                        "on top of a zone; bind him by a 'let' before");
}

/* A predicate on nobody that the effect goes on asking. */
static strata_status write_lasting(const st_framing *c, const char *what,
                                   const char *text, const strata_expr **out) {
  strata_status status = st_frame_expr(c, what, text, STRATA_FLAG, false, out);
  return status ? status : check_lasting(c->w, what, *out);
}

/* Whether what a part does to one affected is not what it does to another. */
static bool is_of_each(const strata_rules *rules, const st_clause_part *part) {
  const st_attr *attr = st_attr_of(rules, st_verb_attr(part->verb));
  return part->capture && part->operand && part->operand->uses_it &&
         !attr->open;
}

static strata_status write_parts(const st_framing *c,
                                 const strata_clause *declared,
                                 st_beginning *out) {
  const strata_rules *rules = c->w->rules;
  st_expr_frame frame = {.rules = rules, .names = &c->program->names};
  if (c->kind != 0) {
    frame.place_of = st_kind_of(rules, c->kind)->place_of;
    frame.event = st_kind_get(rules, c->kind)->name;
  }
  c->w->frame = &frame;
  strata_status status = st_write_parts(c->w, declared, &out->clause);
  c->w->frame = NULL;
  for (uint32_t i = 0; !status && i < out->clause.part_count; i++) {
    const st_clause_part *part = &out->clause.parts[i];
    out->each = out->each || is_of_each(rules, part);
    if (!part->capture) status = check_lasting(c->w, "operand", part->operand);
  }
  return status;
}

strata_status st_begin_write(const st_framing *c, const strata_deed *declared,
                             uint32_t *out) {
  const st_writer *w = c->w;
  st_routine *program = c->program;
  assert(program->beginning_count < program->beginning_room);
  st_beginning *beginning = &program->beginnings[program->beginning_count++];
  *out = program->beginning_count;
  if (declared->clause->subject) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "whom it affects, 'who' says; leave the subject of "
                          "its clause out");
  }
  if (declared->what) {
    beginning->title =
        st_mem_text(&w->rules->mem, declared->what, strlen(declared->what));
    if (!beginning->title) return st_write_no_memory(w);
  }
  strata_status status =
      write_lasting(c, "condition", declared->clause->condition,
                    &beginning->clause.condition);
  if (!status) {
    status = write_lasting(c, "lasts", declared->lasts, &beginning->lasts);
  }
  return status ? status : write_parts(c, declared->clause, beginning);
}
