/* api_entity_key.c - keys: texts that call entities in each copy of a state. */
#include "api/world/api_entity.h"

#include <string.h>

/* How many entities before this one, and with it, have its definition. */
static uint32_t rank_among_equals(const strata_world *world,
                                  strata_entity entity,
                                  strata_definition definition) {
  uint32_t rank = 1;
  strata_entity other = strata_entity_next(world, 0);
  for (; other != entity; other = strata_entity_next(world, other)) {
    rank += strata_definition_of(world, other) == definition;
  }
  return rank;
}

void st_entity_key_write(const strata_world *world, strata_entity entity,
                         st_text *out) {
  strata_definition definition = strata_definition_of(world, entity);
  if (definition == 0) {
    st_text_add_str(out, st_handle_text_of(entity).text);
    return;
  }
  uint32_t rank = rank_among_equals(world, entity, definition);
  st_text_add_str(
      out, strata_rules_name(world->rules, STRATA_NAME_DEFINITION, definition));
  if (rank == 1) return;
  st_text_add_str(out, "#");
  st_text_add_str(out, st_number_format(rank).text);
}

strata_status strata_entity_key(strata_world *world, strata_entity entity,
                                char *buffer, size_t capacity, size_t *size) {
  st_world_go_back(world);
  if (!size || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "entity_key: ", size ? "buffer is NULL" : "size is NULL");
  }
  if (st_world_check_entity(world, "entity_key", entity) == 0) {
    return STRATA_ESTALE;
  }
  st_text *text = &world->out_text;
  st_text_clear(text);
  st_entity_key_write(world, entity, text);
  const char *key = st_text_get(text);
  if (text->failed) {
    return ST_REFUSE(world, STRATA_ENOMEM, "entity_key: out of memory");
  }
  *size = strlen(key) + 1;
  if (!buffer) return STRATA_OK;
  if (*size > capacity) {
    return ST_REFUSE(world, STRATA_ERANGE, "entity_key: '", key,
                     "' does not fit");
  }
  memcpy(buffer, key, *size);
  return STRATA_OK;
}

/* -- Finding --------------------------------------------------------------- */

/* Read decimal digits and move behind them; 0 if there are none, or too many.
 */
static uint32_t read_number(const char **at) {
  uint64_t number = 0;
  while (**at >= '0' && **at <= '9' && number <= UINT32_MAX) {
    number = number * 10 + (uint64_t)(*(*at)++ - '0');
  }
  return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* "#3:1": the entity with this handle, 0 if there is none. */
static strata_entity find_by_handle(const strata_world *world,
                                    const char *key) {
  const char *at = key + 1;
  uint64_t slot = read_number(&at);
  if (*at++ != ':') return 0;
  strata_entity entity = (strata_entity)read_number(&at) << 32 | slot;
  return *at == '\0' && strata_is_alive(world, entity) ? entity : 0;
}

static strata_entity find_by_rank(const strata_world *world,
                                  strata_definition definition, uint32_t rank) {
  strata_entity entity = strata_entity_next(world, 0);
  for (; entity != 0; entity = strata_entity_next(world, entity)) {
    if (strata_definition_of(world, entity) != definition) continue;
    if (--rank == 0) return entity;
  }
  return 0;
}

/* "duel:bear" or "duel:bear#2". */
static strata_entity find_by_name(strata_world *world, const char *key) {
  strata_definition whole =
      strata_rules_find(world->rules, STRATA_NAME_DEFINITION, key);
  if (whole != 0) return find_by_rank(world, whole, 1);
  const char *mark = strrchr(key, '#');
  if (!mark) return 0;
  const char *at = mark + 1;
  uint32_t rank = read_number(&at);
  if (rank < 2 || *at != '\0') return 0;
  st_text *name = &world->out_text;
  st_text_clear(name);
  st_text_add(name, key, (size_t)(mark - key));
  strata_definition definition = strata_rules_find(
      world->rules, STRATA_NAME_DEFINITION, st_text_get(name));
  return definition != 0 ? find_by_rank(world, definition, rank) : 0;
}

strata_status strata_entity_find(strata_world *world, const char *key,
                                 strata_entity *out) {
  st_world_go_back(world);
  if (!key || !out) {
    return ST_REFUSE(world, STRATA_EINVAL, "entity_find: key or out is NULL");
  }
  strata_entity found =
      key[0] == '#' ? find_by_handle(world, key) : find_by_name(world, key);
  if (found == 0) {
    return ST_REFUSE(world, STRATA_ENOENT, "entity_find: nothing is called '",
                     key, "' now");
  }
  *out = found;
  return STRATA_OK;
}
