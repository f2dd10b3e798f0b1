/*
 * sorting.c - a stable sort of lists, at a cost that counts as steps.
 *
 * A merge sort. Lua's own sort is not stable, and for large lists it takes its
 * pivot from the clock.
 */
#include "lua/core/sorting.h"

#include "lua/core/budget.h"

#include <lauxlib.h>
#include <string.h>

/* -- Comparing ------------------------------------------------------------ */

/* Bytes of two texts that are compared without a charge. */
enum { COMPARED_FREE = 64 };

/* Whether text `a` comes before text `b`, byte by byte. Texts that begin alike
 * are charged to `payer` by their length; NULL: that is paid. */
static bool text_is_less(lua_State *payer, const char *a, size_t size_a,
                         const char *b, size_t size_b) {
  const size_t size = size_a < size_b ? size_a : size_b;
  const size_t head = size < COMPARED_FREE ? size : COMPARED_FREE;
  int order = memcmp(a, b, head);
  if (order == 0 && size > head) {
    if (payer != NULL) stl_charge_bytes(payer, size);
    order = memcmp(a + head, b + head, size - head);
  }
  return order < 0 || (order == 0 && size_a < size_b);
}

/* -- Sorting -------------------------------------------------------------- */

typedef struct sorting {
  lua_State *L;
  lua_State *payer; /* L, or NULL: all is paid */
  int compare;      /* index of a function, or 0 */
} sorting;

static int sort_rank(lua_State *L, int index) {
  const int type = lua_type(L, index);
  if (type == LUA_TNUMBER) return 0;
  if (type == LUA_TSTRING) return 1;
  return luaL_error(L, "a %s has no stable order", lua_typename(L, type));
}

static bool less_plain(const sorting *s, int a, int b) {
  lua_State *L = s->L;
  const int rank_a = sort_rank(L, a);
  const int rank_b = sort_rank(L, b);
  if (rank_a != rank_b) return rank_a < rank_b;
  if (rank_a == 0) return lua_compare(L, a, b, LUA_OPLT) != 0;
  size_t size_a = 0;
  size_t size_b = 0;
  const char *text_a = lua_tolstring(L, a, &size_a);
  const char *text_b = lua_tolstring(L, b, &size_b);
  return text_is_less(s->payer, text_a, size_a, text_b, size_b);
}

/* Whether the value at -1 comes before that at -2. */
static bool top_is_less(const sorting *s) {
  lua_State *L = s->L;
  if (s->compare == 0) return less_plain(s, -1, -2);
  lua_pushvalue(L, s->compare);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return less;
}

/* Merge from[low, middle) and from[middle, high) into `to`. */
static void merge_values(const sorting *s, int from, int to,
                         const lua_Integer bounds[3]) {
  lua_State *L = s->L;
  lua_Integer a = bounds[0];
  lua_Integer b = bounds[1];
  if (s->payer != NULL) stl_charge(L, (uint64_t)(bounds[2] - bounds[0]));
  for (lua_Integer i = bounds[0]; i < bounds[2]; i++) {
    bool take_b = a >= bounds[1];
    if (!take_b && b < bounds[2]) {
      lua_rawgeti(L, from, a);
      lua_rawgeti(L, from, b);
      take_b = top_is_less(s);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_b ? b++ : a++);
    lua_rawseti(L, to, i);
  }
}

static bool is_sorted_list(const sorting *s, int index, lua_Integer count) {
  if (s->payer != NULL) stl_charge(s->L, (uint64_t)count);
  for (lua_Integer i = 2; i <= count; i++) {
    lua_rawgeti(s->L, index, i - 1);
    lua_rawgeti(s->L, index, i);
    const bool less = top_is_less(s);
    lua_pop(s->L, 2);
    if (less) return false;
  }
  return true;
}

/* A few texts, as most tables have for keys, need no second list. */
typedef struct short_text {
  const char *text;
  size_t size;
  int index; /* on the stack */
} short_text;

static bool short_less(lua_State *payer, const short_text *a,
                       const short_text *b) {
  return text_is_less(payer, a->text, a->size, b->text, b->size);
}

/* Take the same steps as merging them does. */
static void charge_merges(lua_State *L, lua_Integer count) {
  for (lua_Integer width = 1; width < count; width *= 2) {
    stl_charge(L, (uint64_t)count);
  }
}

/* Order the texts from `first` on the stack; whether they were so already. */
static bool order_few(lua_State *L, lua_State *payer, int first, int count,
                      short_text *texts) {
  bool is_sorted = true;
  for (int i = 0; i < count; i++) {
    short_text added = {.index = first + i};
    added.text = lua_tolstring(L, first + i, &added.size);
    int at = i;
    for (; at > 0 && short_less(payer, &added, &texts[at - 1]); at--) {
      texts[at] = texts[at - 1];
    }
    is_sorted = is_sorted && at == i;
    texts[at] = added;
  }
  if (payer == NULL) return is_sorted;
  stl_charge(payer, (uint64_t)count);
  if (!is_sorted) charge_merges(payer, count);
  return is_sorted;
}

/* Charge for sorting so many keys of a table, of which the long ones have so
 * many bytes. Keys come in Lua's order, which hangs on a hash seed, so what
 * they cost must not depend on it. */
static void charge_keys(lua_State *L, lua_Integer count, uint64_t long_bytes) {
  uint64_t rounds = 0;
  for (lua_Integer width = 1; width < count; width *= 2) {
    rounds++;
  }
  stl_charge(L, (uint64_t)count * (1 + rounds) +
                    long_bytes / COMPARED_FREE * rounds);
}

static uint64_t long_bytes_of(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return 0;
  const size_t size = lua_rawlen(L, index);
  return size > COMPARED_FREE ? size : 0;
}

/* Order the keys from `first` on the stack, and charge for it. */
static void order_few_keys(lua_State *L, int first, int count,
                           short_text *texts) {
  uint64_t bytes = 0;
  for (int i = 0; i < count; i++) {
    bytes += long_bytes_of(L, first + i);
  }
  charge_keys(L, count, bytes);
  (void)order_few(L, NULL, first, count, texts);
}

void stl_sort_push_few(lua_State *L, int first, int count) {
  short_text texts[STL_SORT_FEW_MAX];
  order_few_keys(L, first, count, texts);
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, texts[i].index);
  }
}

/* Sort a list of a few texts; false, and nothing done, if it is none. */
static bool sort_few(const sorting *s, int index, lua_Integer count) {
  lua_State *L = s->L;
  short_text texts[STL_SORT_FEW_MAX];
  const int top = lua_gettop(L);
  if (count > STL_SORT_FEW_MAX) return false;
  luaL_checkstack(L, STL_SORT_FEW_MAX + 1, "sort");
  for (lua_Integer i = 0; i < count; i++) {
    if (lua_rawgeti(L, index, i + 1) != LUA_TSTRING) {
      lua_settop(L, top);
      return false;
    }
  }
  if (!order_few(L, s->payer, top + 1, (int)count, texts)) {
    for (lua_Integer i = 0; i < count; i++) {
      lua_pushvalue(L, texts[i].index);
      lua_rawseti(L, index, i + 1);
    }
  }
  lua_settop(L, top);
  return true;
}

/* -- Many texts ----------------------------------------------------------- */

/* One of a long list, and where it stands there: no larger than a value. */
typedef struct long_text {
  const char *text;
  uint32_t size;
  uint32_t place;
} long_text;

static bool long_less(lua_State *payer, const long_text *a,
                      const long_text *b) {
  return text_is_less(payer, a->text, a->size, b->text, b->size);
}

/* Merge from[low, middle) and from[middle, high) into `to`. */
static void merge_texts(lua_State *payer, const long_text *from, long_text *to,
                        size_t low, size_t middle, size_t high) {
  size_t a = low;
  size_t b = middle;
  for (size_t i = low; i < high; i++) {
    const bool take_b =
        a >= middle || (b < high && long_less(payer, &from[b], &from[a]));
    to[i] = from[take_b ? b++ : a++];
  }
}

/* The texts in their order: in `texts` or in `other`, which have room. */
static const long_text *merge_all(lua_State *payer, long_text *texts,
                                  long_text *other, size_t count) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      const size_t middle = low + width < count ? low + width : count;
      const size_t high = middle + width < count ? middle + width : count;
      merge_texts(payer, texts, other, low, middle, high);
    }
    long_text *swapped = texts;
    texts = other;
    other = swapped;
  }
  return texts;
}

/* Read the texts of a list, which keeps them alive; false if it has others. */
static bool read_texts(lua_State *L, int index, uint32_t count,
                       long_text *texts) {
  for (uint32_t i = 0; i < count; i++) {
    size_t size = 0;
    const int type = lua_rawgeti(L, index, (lua_Integer)i + 1);
    const char *text = type == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
    lua_pop(L, 1);
    if (text == NULL || size > UINT32_MAX) return false;
    texts[i] = (long_text){text, (uint32_t)size, i};
  }
  return true;
}

static bool texts_ascend(lua_State *payer, const long_text *texts,
                         uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (long_less(payer, &texts[i], &texts[i - 1])) return false;
  }
  return true;
}

/* Let a list have the items of the list at `old` in another order. */
static void put_texts(lua_State *L, int index, int old, const long_text *texts,
                      uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, old, (lua_Integer)texts[i].place + 1);
    lua_rawseti(L, index, (lua_Integer)i + 1);
  }
}

/* A list that long is no table's of names, and its size is no number of 32
 * bits. */
enum { SORTED_TEXTS_MAX = 1 << 24 };

/* Sort a long list of texts, without a value of Lua in between; false, and
 * nothing done, if there are others in it. Takes the steps of merging. */
static bool sort_texts(const sorting *s, int index, lua_Integer count) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const bool may_be = lua_rawgeti(L, index, 1) == LUA_TSTRING;
  lua_settop(L, top);
  if (!may_be || count > SORTED_TEXTS_MAX) return false;
  const uint32_t n = (uint32_t)count;
  long_text *texts = lua_newuserdatauv(L, (n + 1) * sizeof *texts, 0);
  if (!read_texts(L, index, n, texts)) {
    lua_settop(L, top);
    return false;
  }
  if (s->payer != NULL) stl_charge(L, n);
  if (!texts_ascend(s->payer, texts, n)) {
    if (s->payer != NULL) charge_merges(L, count);
    long_text *other = lua_newuserdatauv(L, n * sizeof *other, 0);
    const long_text *sorted = merge_all(s->payer, texts, other, n);
    lua_createtable(L, (int)n, 0);
    for (uint32_t i = 0; i < n; i++) {
      lua_rawgeti(L, index, (lua_Integer)i + 1);
      lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    put_texts(L, index, lua_gettop(L), sorted, n);
  }
  lua_settop(L, top);
  return true;
}

static void sort_list(const sorting *s, int index, lua_Integer count) {
  lua_State *L = s->L;
  luaL_checkstack(L, 8, "sort");
  if (s->compare == 0 &&
      (sort_few(s, index, count) || sort_texts(s, index, count))) {
    return;
  }
  if (is_sorted_list(s, index, count)) return;
  lua_newtable(L);
  int from = index;
  int to = lua_gettop(L);
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      const lua_Integer end = count + 1;
      const lua_Integer middle = low + width < end ? low + width : end;
      const lua_Integer high = low + 2 * width < end ? low + 2 * width : end;
      merge_values(s, from, to, (const lua_Integer[3]){low, middle, high});
    }
    const int other = from;
    from = to;
    to = other;
  }
  for (lua_Integer i = 1; from != index && i <= count; i++) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, index, i);
  }
  lua_pop(L, 1);
}

void stl_sort_list(lua_State *L, int index, lua_Integer count, int compare) {
  const sorting s = {.L = L, .payer = L, .compare = compare};
  sort_list(&s, lua_absindex(L, index), count);
}

void stl_sort_keys(lua_State *L, int index, lua_Integer count) {
  const sorting s = {.L = L};
  uint64_t bytes = 0;
  index = lua_absindex(L, index);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, index, i);
    bytes += long_bytes_of(L, -1);
    lua_pop(L, 1);
  }
  charge_keys(L, count, bytes);
  sort_list(&s, index, count);
}

/* -- Names ---------------------------------------------------------------- */

static void push_few_names(lua_State *L, int first, int count) {
  short_text texts[STL_SORT_FEW_MAX];
  order_few_keys(L, first, count, texts);
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, texts[i].index);
  }
  lua_rotate(L, first, count);
  lua_pop(L, count);
}

static void sort_many_names(lua_State *L, int first, int count) {
  lua_createtable(L, count, 0);
  lua_insert(L, first);
  for (int i = count; i >= 1; i--) {
    lua_rawseti(L, first, i);
  }
  stl_sort_keys(L, first, count);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, first, i);
  }
  lua_remove(L, first);
}

int stl_odd_key_type(lua_State *L, int table, lua_Integer listed) {
  int odd = LUA_TNONE;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
    const int type = lua_type(L, -2);
    const lua_Integer place = lua_tointeger(L, -2);
    stl_charge(L, 1);
    if (type == LUA_TSTRING) continue;
    if (type == LUA_TNUMBER && place >= 1 && place <= listed) continue;
    if (odd == LUA_TNONE || type < odd) odd = type;
  }
  return odd;
}

int stl_push_sorted_names(lua_State *L, int table, bool takes_one,
                          const char *where) {
  const int first = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    const int type = lua_type(L, -2);
    luaL_checkstack(L, LUA_MINSTACK, where);
    lua_pop(L, 1);
    if (type == LUA_TSTRING) {
      lua_pushvalue(L, -1); /* one stays, and the next key follows the other */
    } else if (!takes_one || type != LUA_TNUMBER || lua_tointeger(L, -1) != 1) {
      luaL_error(L, "%s: expected names as keys, got a %s", where,
                 lua_typename(L, stl_odd_key_type(L, table, takes_one)));
    }
  }
  const int count = lua_gettop(L) - first + 1;
  luaL_checkstack(L, 2 * STL_SORT_FEW_MAX, where);
  if (count <= STL_SORT_FEW_MAX) {
    push_few_names(L, first, count);
  } else {
    sort_many_names(L, first, count);
  }
  return count;
}
