/* cell_forms.h - what a cell of each column refers to. */
#ifndef STRATA_PLAY_COMPARE_CELL_FORMS_H
#define STRATA_PLAY_COMPARE_CELL_FORMS_H

#include "base/arena.h"
#include "world/store/store.h"

/* What a cell says. */
typedef enum st_cell_form {
  ST_CELL_FORM_PLAIN,
  ST_CELL_FORM_IGNORED, /* nothing that means anything */
  ST_CELL_FORM_HANDLE,
  ST_CELL_FORM_NUMBER_OR_HANDLE, /* a number, or a handle */
  ST_CELL_FORM_TIMESTAMP,
  ST_CELL_FORM_TEXT,
  ST_CELL_FORM_ABILITY_IDENTITY, /* an ability's name, which has its object's
                            number in it */
  ST_CELL_FORM_ROW = 16          /* + table: a row of it, or 0 */
} st_cell_form;

#define ST_CELL_FORM_ROW_OF(table) (ST_CELL_FORM_ROW + ST_TABLE_##table)

/* What is hooked is counted by itself: its timestamps are put behind all
 * others, so that nobody asks which of two of different counts was first. */
#define ST_OVERRIDE_STAMP_BASE (UINT64_C(1) << 63)

/* The forms of all columns of a set of rules. All arrays are in an arena. */
typedef struct st_cell_forms {
  uint8_t *forms; /* by column: st_cell_form */
  uint64_t
      *xor_masks; /* by column: of a handle or text, see st_entity_base_of_cell;
                   of timestamps, where they begin */
  uint32_t *columns; /* the columns of each table, one table behind another */
  uint32_t first_column[ST_TABLE_COUNT + 1]; /* by table: place in `columns` */
} st_cell_forms;

/* Fill in the forms of all columns of a store. False if there is no memory.
 * Cost O(tables * columns + attributes). */
bool st_cell_forms_init(st_cell_forms *forms, st_arena *arena,
                        const st_store *store);

/* The form of one of the world's numbers, which are rows of one column. */
uint8_t st_cell_forms_of_scalar(uint32_t scalar);

#endif
