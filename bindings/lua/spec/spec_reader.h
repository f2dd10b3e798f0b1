/* spec_reader.h - read fields of the table of strata.rules; all spec files use
 * it. */
#ifndef STRATA_LUA_SPEC_SPEC_READER_H
#define STRATA_LUA_SPEC_SPEC_READER_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

typedef struct stl_spec {
  lua_State *L;
  strata_builder *builder;
  const stl_rules *known;
  stl_rules *rules;
  int table;   /* the spec */
  int anchors; /* array of values that the builder's arguments point to */
  int clauses; /* table: clauses that have been read, by their tables */
  lua_Integer anchor_count;
  char *block_free; /* of the newest block among them, and how much of it is
                       left */
  size_t block_free_size, block_size;
  strata_order order;
  int32_t position; /* of the next layer */
  bool is_revision; /* definitions are declared, as abilities are by then */
} stl_spec;

typedef void stl_spec_visit_fn(stl_spec *s, const char *key, void *user);

/** Two texts as one, for messages: in `place`, or for as long as the rules are
 * not frozen if they are longer. Thousands are made and none is read. */
typedef struct stl_spec_path_text {
  char text[256];
} stl_spec_path_text;

/** Raise what the builder has to say of a status that is not OK. */
void stl_spec_raise_status(const stl_spec *s, strata_status status,
                           const char *where);

/** Call `visit` for each string key of the table at the top, in byte order, so
 * that of several mistakes the same one is reported each time; the value is at
 * the top while it runs. Other keys are refused but for the first `listed`
 * items of the table. */
void stl_spec_each(stl_spec *s, const char *where, lua_Integer listed,
                   stl_spec_visit_fn *visit, void *user);

/** How many keys the table at the top has. */
size_t stl_spec_count_keys(const stl_spec *s);

/** Push field `name` of the spec and return true if it is a table; false if it
 * is nil, with nothing pushed. */
bool stl_spec_section(stl_spec *s, const char *name);

/** The n-th text of the array at the top, NULL past its end; the text stays
 * alive in the array. */
const char *stl_spec_item(stl_spec *s, const char *where, lua_Integer n);

/** Pop a value and keep it until the rules are frozen. */
void stl_spec_keep(stl_spec *s);

/** Pop a text and copy it to where it stays until the rules are frozen. */
const char *stl_spec_keep_text(stl_spec *s);

/** Room for any struct, that long. There are few blocks of it, as Lua would
 * have to free each. Cost O(1). */
void *stl_spec_alloc(stl_spec *s, size_t size);

/** A whole number as text, that long. */
const char *stl_spec_digits(stl_spec *s, int64_t number);

const char *stl_spec_path(stl_spec *s, stl_spec_path_text *place,
                          const char *before, const char *name);

/** The array of texts at the top, which is no list of anything else. */
const char *const *stl_spec_names(stl_spec *s, const char *where,
                                  size_t *count);

/** The expression at the top as text, which stays alive. `place` is for
 * messages. */
const char *stl_spec_expression(stl_spec *s, const char *place);

/* Fields of the table at the top, NULL or 0 if they are nil: an expression, a
 * name, a number from 0, a list of names. The names they give stay alive. */
const char *stl_spec_expr_field(stl_spec *s, const char *where,
                                const char *name);
const char *stl_spec_name_field(stl_spec *s, const char *where,
                                const char *name);
uint32_t stl_spec_number_field(stl_spec *s, const char *where,
                               const char *name);
const char *const *stl_spec_names_field(stl_spec *s, const char *where,
                                        const char *name, size_t *count);

/** Field `name` of the table at the top: names with types, { amount = "int" }.
 */
const strata_field_desc *stl_spec_fields(stl_spec *s, const char *where,
                                         const char *name, size_t *count);

/** Call `visit` for each of the keys of a section that are in a list. */
void stl_spec_each_of(stl_spec *s, const char *section, int list,
                      stl_spec_visit_fn *visit);

#endif
