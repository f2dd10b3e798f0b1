/*
 * check.c - the end of state-based actions and of what a game says of itself.
 */
#include "world/check.h"

#include <string.h>

/* What is read-only to all others ends here. */
static void *owned(const void *pointer) {
  void *plain;
  memcpy(&plain, &pointer, sizeof plain);
  return plain;
}

void st_check_fini(st_check *check, st_mem *mem) {
  st_expr_free(owned(check->who));
  st_mem_free(mem, check->resets, check->reset_count, sizeof(strata_attr));
  st_routine_fini(&check->deeds, mem);
}

void st_play_fini(st_play *play, st_mem *mem) {
  st_expr_free(owned(play->turn_player));
  st_routine_fini(&play->frame, mem);
}
