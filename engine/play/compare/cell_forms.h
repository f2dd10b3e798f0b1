/* cell_forms.h - what the cells of each column hold, for a comparison of
 * states. */
#ifndef STRATA_PLAY_COMPARE_CELL_FORMS_H
#define STRATA_PLAY_COMPARE_CELL_FORMS_H

#include "base/arena.h"
#include "world/store/store.h"

/* What a cell holds, and so how two cells are compared. */
typedef enum st_cell_form {
  ST_CELL_FORM_PLAIN,
  ST_CELL_FORM_IGNORED, /* free lists, log and capacities: never compared */
  ST_CELL_FORM_HANDLE,
  ST_CELL_FORM_NUMBER_OR_HANDLE, /* a note or part may hold either */
  ST_CELL_FORM_TIMESTAMP,
  ST_CELL_FORM_TEXT,
  /* the saved identity of an ability; its object's number is part of it */
  ST_CELL_FORM_ABILITY_IDENTITY,
  /* ST_CELL_FORM_ROW + table: a row of that table, or 0 */
  ST_CELL_FORM_ROW = 16
} st_cell_form;

#define ST_CELL_FORM_ROW_OF(table) (ST_CELL_FORM_ROW + ST_TABLE_##table)

/* Chain overrides have a sequence counter of their own. This offset puts their
 * sequence numbers behind all timestamps, so that a number of the one counter
 * is never ordered against a number of the other. */
#define ST_OVERRIDE_STAMP_BASE (UINT64_C(1) << 63)

/* The forms of all columns of a set of rules. All arrays are in an arena. */
typedef struct st_cell_forms {
  uint8_t *forms; /* by column: st_cell_form */
  /* By column: the word that cells of handles and texts are XORed with in the
   * store (st_entity_base_of_cell); for timestamps ST_OVERRIDE_STAMP_BASE or 0.
   */
  uint64_t *xor_masks;
  uint32_t *columns; /* the columns of each table, one table behind another */
  /* by table: its first place in `columns` */
  uint32_t first_column[ST_TABLE_COUNT + 1];
} st_cell_forms;

/* Fill in the forms of all columns of a store. False if there is no memory.
 * Cost O(tables * columns + attributes). */
bool st_cell_forms_init(st_cell_forms *forms, st_arena *arena,
                        const st_store *store);

/* The form of a scalar. Scalars are the rows of the column ST_COLUMN_SCALAR. */
uint8_t st_cell_forms_of_scalar(uint32_t scalar);

#endif
