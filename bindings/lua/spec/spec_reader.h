/* spec_reader.h - read fields of the table of strata.rules; all spec files use
 * it. */
#ifndef STRATA_LUA_SPEC_SPEC_READER_H
#define STRATA_LUA_SPEC_SPEC_READER_H

#include "lua/core/option_fields.h"
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
  int table;   /* the specification */
  int anchors; /* array of values that arguments of the builder point to */
  int clauses; /* table: from the table of a clause to the clause that was read
                */
  lua_Integer anchor_count;
  char *block_free; /* unused part of the newest block */
  size_t block_free_size, block_size;
  strata_order order;
  int32_t position; /* of the next layer */
  bool is_revision; /* abilities and definitions are declared again */
} stl_spec;

typedef void stl_spec_visit_fn(stl_spec *s, const char *key, void *user);

/** Room for a path in a message. Paths are made for thousands of fields and
 * read for none but a wrong one, so they are not allocated. */
typedef struct stl_spec_path_text {
  char text[256];
} stl_spec_path_text;

/** Raise the builder's message for a status that is not STRATA_OK. */
void stl_spec_raise_status(const stl_spec *s, strata_status status,
                           const char *where);

/** Call `visit` for each string key of the table at the top, in byte order, so
 * that of several mistakes the same one is reported each time. The value is at
 * the top during the call. Other keys are refused, but for the first `listed`
 * items of the table. */
void stl_spec_each(stl_spec *s, const char *where, lua_Integer listed,
                   stl_spec_visit_fn *visit, void *user);

/** The number of keys of the table at the top. */
size_t stl_spec_count_keys(const stl_spec *s);

/** Push section `name` of the specification and return true if it is a table.
 * Returns false, and pushes nothing, if it is nil. */
bool stl_spec_section(stl_spec *s, const char *name);

/** The n-th text of the array at the top, NULL past its end. It lives in the
 * array. */
const char *stl_spec_item(stl_spec *s, const char *where, lua_Integer n);

/** Pop a value and keep it alive until the rules are frozen. */
void stl_spec_keep(stl_spec *s);

/** Pop a text and copy it to memory that lives until the rules are frozen. */
const char *stl_spec_keep_text(stl_spec *s);

/** Memory for any struct that lives until the rules are frozen. It comes from
 * a few blocks, because Lua frees each block by itself. Cost O(1). */
void *stl_spec_alloc(stl_spec *s, size_t size);

/** An integer as text that lives until the rules are frozen. */
const char *stl_spec_digits(stl_spec *s, int64_t number);

/** Join two texts to a path: in `place`, or, if it is too long, in memory that
 * lives until the rules are frozen. */
const char *stl_spec_path(stl_spec *s, stl_spec_path_text *place,
                          const char *before, const char *name);

/** Raise unless the table at the top is a list: see stl_push_list_flaw. */
void stl_spec_check_list(stl_spec *s, const char *where, stl_list_kind kind);

/** The list of texts at the top as a C array, whose size is written to
 * `*count`. */
const char *const *stl_spec_names(stl_spec *s, const char *where,
                                  stl_list_kind kind, size_t *count);

/** The text of the expression at the top, which lives until the rules are
 * frozen. `place` is for messages. */
const char *stl_spec_expression(stl_spec *s, const char *place);

/* Read a field of the table at the top: an expression, a name, a number from 0,
 * a list of unequal names, a list of names. A field that is nil is NULL or 0.
 * Texts live until the rules are frozen. */
const char *stl_spec_expr_field(stl_spec *s, const char *where,
                                const char *name);
const char *stl_spec_name_field(stl_spec *s, const char *where,
                                const char *name);
uint32_t stl_spec_number_field(stl_spec *s, const char *where,
                               const char *name);
const char *const *stl_spec_unequal_names_field(stl_spec *s, const char *where,
                                                const char *name,
                                                size_t *count);
const char *const *stl_spec_names_field(stl_spec *s, const char *where,
                                        const char *name, size_t *count);

/** Read field `name` of the table at the top: names with their types, { amount
 * = "int" }. */
const strata_field_desc *stl_spec_fields(stl_spec *s, const char *where,
                                         const char *name, size_t *count);

/** Call `visit` for each key of a section that is in the array at `list`. */
void stl_spec_each_of(stl_spec *s, const char *section, int list,
                      stl_spec_visit_fn *visit);

#endif
