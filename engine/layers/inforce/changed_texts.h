/* changed_texts.h - the expressions of programs as text changes make them
 * (612). */
#ifndef STRATA_LAYERS_INFORCE_CHANGED_TEXTS_H
#define STRATA_LAYERS_INFORCE_CHANGED_TEXTS_H

#include "layers/inforce/ability_lists.h"
#include "world/store/notes.h"

/* So many words are replaced by one text change at most. */
#define ST_CHANGED_TEXT_WORDS 64

/* A changed expression. Its base is known by its nodes, which may be a part of
 * an expression. */
typedef struct st_changed_expr {
  const st_expr_node *nodes;
  uint32_t node_count;
  strata_expr *changed;
} st_changed_expr;

/* Words that are replaced, as pairs of an old one and a new one. */
typedef struct st_changed_text {
  strata_symbol *pairs;
  uint32_t pair_count;
  st_changed_expr *exprs;
  size_t expr_count, expr_capacity;
} st_changed_text;

/* All text changes that programs were met under, by number from 1; 0: none. A
 * number means the same words until st_changed_texts_fini, whatever pass is in
 * force: what an ability has begun goes on with its words. */
typedef struct st_changed_texts {
  st_mem *mem;
  const strata_rules *rules;
  st_changed_text *at;
  size_t count, capacity;
} st_changed_texts;

void st_changed_texts_fini(st_changed_texts *texts);

/* The number of a text change, given by its pairs of words; 0 if it has
 * none. */
strata_status st_changed_texts_find(st_changed_texts *texts,
                                    const strata_symbol *pairs,
                                    uint32_t pair_count, uint32_t *out);

/* The number of the text change of an ability in a list of the pass. */
strata_status st_changed_texts_of_ability(st_changed_texts *texts,
                                          const st_ability_lists *lists,
                                          uint32_t text_change, uint32_t *out);

/* Put the changed form of an expression of the rules in its place; NULL and the
 * text 0 change nothing. Cost O(expressions under this text change). */
strata_status st_changed_texts_expr(st_changed_texts *texts, uint32_t text,
                                    const strata_expr **expr);

/* The word that replaces a symbol. */
strata_symbol st_changed_texts_symbol(const st_changed_texts *texts,
                                      uint32_t text, strata_symbol symbol);

/* The pairs of a text; *count is 0 for the text 0. */
const strata_symbol *st_changed_texts_pairs(const st_changed_texts *texts,
                                            uint32_t text, uint32_t *count);

/* Write a text as notes, by which what an ability has begun keeps its words in
 * the state: two for each pair. Returns how many there are. */
uint32_t st_changed_texts_to_notes(const st_changed_texts *texts, uint32_t text,
                                   st_note *notes);

/* The text that notes keep. */
strata_status st_changed_texts_from_notes(st_changed_texts *texts,
                                          const st_store *store,
                                          st_notes_head head, uint32_t *out);

#endif
