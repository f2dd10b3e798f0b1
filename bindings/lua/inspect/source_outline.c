/*
 * source_outline.c - the text of a file of words as constructors and tokens.
 *
 * Lua keeps the last of two equal fields, and makes a boolean of `a == b` or
 * `not a`, without an error. Both mistakes are found here in the text, so that
 * they are reported with a line. Every file is searched for them when it is
 * loaded, so the search makes no table; the outline as tables is made only for
 * a file about which a message is written.
 */
#include "lua/inspect/source_outline.h"

#include "lua/core/budget.h"
#include "lua/files/lua_lexer.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* -- Constructors --------------------------------------------------------- */

/* What stands in a constructor: a field, or a place of its list. */
typedef struct box_entry {
  size_t box;
  const stl_token *name;  /* NULL: a place */
  const stl_token *value; /* of a field, if it is a text; else NULL */
  int line;
} box_entry;

/* One constructor. */
typedef struct constructor_box {
  const stl_token *word;   /* that is called with it, or NULL */
  const stl_token *target; /* of `amend "classic:humility" {` the text */
  const stl_token *field;  /* whose value it is, or NULL */
  size_t parent;           /* its number, from 1; 0: none */
  lua_Integer items, place;
  int line, last; /* 0: it does not end */
  const box_entry *twice, *first;
} constructor_box;

typedef struct outline_state {
  stl_token *tokens;
  bool *is_code; /* by token: it is inside a function */
  constructor_box *boxes;
  box_entry *entries;
  char *open;     /* what is open: '{', '(' or 'c' for code */
  uint32_t *seen; /* fields by box and name: entries' numbers, from 1 */
  size_t token_count, box_count, entry_count, open_count, mask;
  size_t box;    /* the innermost constructor, from 1 */
  int code;      /* functions around; less than none if too many end */
  bool is_fresh; /* an entry of the innermost constructor may start */
} outline_state;

/* The token so far before or after another; beyond the ends one that is
 * nothing. */
static const stl_token *token_near(const outline_state *o, size_t at,
                                   int distance) {
  static const stl_token nothing = {.text = "", .kind = STL_TOKEN_OPERATOR};
  const size_t wanted = at + (size_t)distance;
  return wanted < o->token_count ? &o->tokens[wanted] : &nothing;
}

/* `static {`, `static({`, `amend "classic:humility" {`. */
static void set_caller(const outline_state *o, size_t at,
                       constructor_box *out) {
  const stl_token *before = token_near(o, at, -1);
  const stl_token *target = NULL;
  if (before->kind == STL_TOKEN_TEXT) target = before;
  if (before->kind == STL_TOKEN_TEXT || stl_token_is(before, "(")) {
    before = token_near(o, at, -2);
  }
  if (before->kind != STL_TOKEN_WORD || stl_token_is(before, "return")) return;
  out->word = before;
  out->target = target;
}

/* The field that starts at a token: `power =`, `["+1/+1"] =`, `[2] =`; its
 * value comes at *value. NULL if none does. */
static const stl_token *field_at(const outline_state *o, size_t at,
                                 size_t *value) {
  const stl_token *first = token_near(o, at, 0);
  if (first->kind == STL_TOKEN_WORD &&
      stl_token_is(token_near(o, at, 1), "=")) {
    *value = at + 2;
    return first;
  }
  const stl_token_kind key = token_near(o, at, 1)->kind;
  const bool is_bracketed =
      stl_token_is(first, "[") &&
      (key == STL_TOKEN_TEXT || key == STL_TOKEN_NUMBER) &&
      stl_token_is(token_near(o, at, 2), "]") &&
      stl_token_is(token_near(o, at, 3), "=");
  *value = at + 4;
  return is_bracketed ? token_near(o, at, 1) : NULL;
}

static uint32_t hash_of_field(size_t number, const stl_token *name) {
  uint32_t hash = (uint32_t)number * 0x9e3779b1u;
  for (size_t i = 0; i < name->size; i++) {
    hash = (hash ^ (unsigned char)name->text[i]) * 0x01000193u;
  }
  return hash ^ hash >> 15;
}

/* Note a field; the one of its name that its constructor has already, NULL if
 * there is none. */
static const box_entry *add_seen_field(outline_state *o,
                                       const box_entry *field) {
  const stl_token *name = field->name;
  size_t i = hash_of_field(field->box, name) & o->mask;
  for (; o->seen[i] != 0; i = (i + 1) & o->mask) {
    const box_entry *other = &o->entries[o->seen[i] - 1];
    if (other->box == field->box && other->name->size == name->size &&
        memcmp(other->name->text, name->text, name->size) == 0) {
      return other;
    }
  }
  o->seen[i] = (uint32_t)(field - o->entries) + 1;
  return NULL;
}

/* The token starts a field, or what has a place, of the innermost box. */
static void add_entry(outline_state *o, size_t at) {
  constructor_box *b = &o->boxes[o->box - 1];
  size_t value = 0;
  box_entry *added = &o->entries[o->entry_count++];
  *added = (box_entry){.box = o->box - 1, .line = o->tokens[at].line};
  added->name = field_at(o, at, &value);
  if (added->name == NULL) {
    b->items++;
    return;
  }
  if (token_near(o, value, 0)->kind == STL_TOKEN_TEXT) {
    added->value = token_near(o, value, 0);
  }
  const box_entry *first = add_seen_field(o, added);
  if (first == NULL || b->twice != NULL) return;
  b->twice = added;
  b->first = first;
}

static void open_box(outline_state *o, size_t at) {
  constructor_box *b = &o->boxes[o->box_count++];
  *b = (constructor_box){.line = o->tokens[at].line, .parent = o->box};
  set_caller(o, at, b);
  if (stl_token_is(token_near(o, at, -1), "=") &&
      token_near(o, at, -2)->kind == STL_TOKEN_WORD) {
    b->field = token_near(o, at, -2);
  }
  if (o->box != 0) b->place = o->boxes[o->box - 1].items;
  o->box = o->box_count;
}

static void push_open(outline_state *o, char what) {
  o->open[o->open_count++] = what;
}

static void pop_open(outline_state *o) {
  if (o->open_count > 0) o->open_count--;
}

static void act_on_sign(outline_state *o, size_t at) {
  switch (o->tokens[at].text[0]) {
  case '{':
    open_box(o, at);
    push_open(o, '{');
    o->is_fresh = true;
    break;
  case '}':
    if (o->box != 0) {
      o->boxes[o->box - 1].last = o->tokens[at].line;
      o->box = o->boxes[o->box - 1].parent;
    }
    pop_open(o);
    break;
  case '(':
  case '[':
    push_open(o, '(');
    break;
  case ')':
  case ']':
    pop_open(o);
    break;
  case ',':
  case ';':
    o->is_fresh =
        o->box != 0 && o->open_count > 0 && o->open[o->open_count - 1] == '{';
    break;
  default:
    break;
  }
}

/* A function among the words is code: what opens and what ends there is Lua's.
 */
static void act_on_word(outline_state *o, const stl_token *word) {
  static const char *const begins[] = {"function", "if", "do", "repeat", NULL};
  static const char *const ends[] = {"end", "until", NULL};
  if (stl_token_is_any(word, begins)) {
    push_open(o, 'c');
    o->code++;
  } else if (stl_token_is_any(word, ends)) {
    pop_open(o);
    o->code--;
  }
}

static void read_token(outline_state *o, size_t at) {
  static const char *const ends[] = {"}", ",", ";", NULL};
  const stl_token *t = &o->tokens[at];
  if (o->is_fresh && !stl_token_is_any(t, ends)) add_entry(o, at);
  o->is_fresh = false;
  o->is_code[at] = o->code > 0;
  if (t->kind == STL_TOKEN_WORD) {
    act_on_word(o, t);
  } else if (t->kind == STL_TOKEN_OPERATOR && t->size == 1) {
    act_on_sign(o, at);
  }
}

/* -- A file --------------------------------------------------------------- */

static void *new_outline_array(lua_State *L, size_t count, size_t size) {
  void *block = lua_newuserdatauv(L, (count + 1) * size, 0);
  memset(block, 0, (count + 1) * size);
  return block;
}

/* Read the constructors of the text at 1. What they take is on the stack. */
static outline_state read_outline(lua_State *L) {
  outline_state o = {0};
  size_t size = 0;
  size_t entries = 0;
  size_t boxes = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  stl_lexer r = stl_lexer_new(text, size);
  stl_token t;
  luaL_checkstack(L, LUA_MINSTACK, "outline");
  for (; stl_lexer_next(&r, &t); o.token_count++) {
    if (t.kind != STL_TOKEN_OPERATOR) continue;
    const char first = t.text[0];
    boxes += first == '{';
    entries += first == '{' || first == ',' || first == ';';
  }
  stl_charge(L, o.token_count);
  o.tokens = new_outline_array(L, o.token_count, sizeof *o.tokens);
  o.is_code = new_outline_array(L, o.token_count, sizeof *o.is_code);
  o.boxes = new_outline_array(L, boxes, sizeof *o.boxes);
  o.entries = new_outline_array(L, entries, sizeof *o.entries);
  o.open = new_outline_array(L, o.token_count, sizeof *o.open);
  for (o.mask = 8; o.mask < 2 * entries; o.mask *= 2) {
  }
  o.seen = new_outline_array(L, o.mask, sizeof *o.seen);
  o.mask--;
  r = stl_lexer_new(text, size);
  for (size_t i = 0; stl_lexer_next(&r, &o.tokens[i]); i++) {
  }
  for (size_t i = 0; i < o.token_count; i++) {
    read_token(&o, i);
  }
  return o;
}

/* -- What Lua lets pass --------------------------------------------------- */

static int push_mistake(lua_State *L, int line) {
  lua_pushinteger(L, line);
  lua_insert(L, -2);
  return 2;
}

/* What to write instead of an operator that makes a boolean of two
 * expressions; NULL of others. */
static const char *instead_of(const stl_token *t) {
  static const char *const operators[][2] = {{"and", "&"},
                                             {"or", "|"},
                                             {"not", "~"},
                                             {"==", ":is(...)"},
                                             {"~=", ":is_not(...)"},
                                             {"<", ":less_than(...)"},
                                             {">", ":more_than(...)"},
                                             {"<=", ":at_most(...)"},
                                             {">=", ":at_least(...)"}};
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
    if (stl_token_is(t, operators[i][0])) return operators[i][1];
  }
  return NULL;
}

int stl_host_source_mistake(lua_State *L) {
  const outline_state o = read_outline(L);
  for (size_t i = 0; i < o.box_count; i++) {
    const box_entry *twice = o.boxes[i].twice;
    if (twice == NULL) continue;
    lua_pushlstring(L, twice->name->text, twice->name->size);
    lua_pushfstring(L, "'%s' is given twice; first in line %d",
                    lua_tostring(L, -1), o.boxes[i].first->line);
    return push_mistake(L, twice->line);
  }
  for (size_t i = 0; i < o.token_count; i++) {
    const stl_token *t = &o.tokens[i];
    const char *instead = o.is_code[i] ? NULL : instead_of(t);
    if (instead == NULL) continue;
    lua_pushlstring(L, t->text, t->size);
    lua_pushfstring(L,
                    "'%s' makes a boolean at once, and no expression; write %s",
                    lua_tostring(L, -1), instead);
    return push_mistake(L, t->line);
  }
  return 0;
}

int stl_host_source_word_line(lua_State *L) {
  const outline_state o = read_outline(L);
  for (size_t i = 0; i < o.box_count; i++) {
    const constructor_box *b = &o.boxes[i];
    if (b->parent != 0 || b->word == NULL) continue;
    lua_pushinteger(L, b->line);
    return 1;
  }
  return 0;
}

/* -- As tables ------------------------------------------------------------ */

/* Fields of the table at the top. */

static void set_token_text(lua_State *L, const char *field,
                           const stl_token *t) {
  if (t == NULL) return;
  lua_pushlstring(L, t->text, t->size);
  lua_setfield(L, -2, field);
}

static void set_token_number(lua_State *L, const char *field,
                             lua_Integer number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, field);
}

static void push_token(lua_State *L, const stl_token *t) {
  lua_createtable(L, 0, 3);
  switch (t->kind) {
  case STL_TOKEN_OPERATOR:
    set_token_text(L, "kind", t);
    break;
  case STL_TOKEN_WORD:
    lua_pushliteral(L, "word");
    lua_setfield(L, -2, "kind");
    break;
  case STL_TOKEN_NUMBER:
    lua_pushliteral(L, "number");
    lua_setfield(L, -2, "kind");
    break;
  case STL_TOKEN_TEXT:
    lua_pushliteral(L, "string");
    lua_setfield(L, -2, "kind");
    break;
  }
  set_token_text(L, "text", t);
  set_token_number(L, "line", t->line);
}

/* Add the table at the top, of a box, to those inside its parent, at -2. */
static void add_to_parent(lua_State *L, const constructor_box *b) {
  lua_rawgeti(L, -2, (lua_Integer)b->parent);
  if (lua_getfield(L, -1, "inner") == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "inner");
  }
  if (b->field != NULL) {
    lua_pushlstring(L, b->field->text, b->field->size);
  } else {
    lua_pushinteger(L, b->place);
  }
  lua_pushvalue(L, -4);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  lua_setfield(L, -2, "parent");
}

/* The list of boxes is at the top, and so after. */
static void push_box(lua_State *L, const constructor_box *b) {
  lua_createtable(L, 0, 11);
  set_token_text(L, "word", b->word);
  set_token_text(L, "target", b->target);
  set_token_text(L, "field", b->field);
  set_token_number(L, "line", b->line);
  set_token_number(L, "items", b->items);
  set_token_number(L, "place", b->place);
  if (b->last != 0) set_token_number(L, "last", b->last);
  lua_newtable(L);
  lua_setfield(L, -2, "places");
  lua_newtable(L);
  lua_setfield(L, -2, "fields");
  if (b->twice != NULL) {
    lua_createtable(L, 0, 3);
    set_token_text(L, "name", b->twice->name);
    set_token_number(L, "line", b->twice->line);
    set_token_number(L, "first", b->first->line);
    lua_setfield(L, -2, "twice");
  }
  if (b->parent != 0) add_to_parent(L, b);
}

/* Add an entry to its box in the list of boxes at the top. */
static void add_to_box(lua_State *L, const box_entry *e) {
  lua_rawgeti(L, -1, (lua_Integer)e->box + 1);
  (void)lua_getfield(L, -1, e->name != NULL ? "fields" : "places");
  if (e->name != NULL) {
    lua_pushlstring(L, e->name->text, e->name->size);
    lua_createtable(L, 0, 2);
    set_token_number(L, "line", e->line);
    set_token_text(L, "value", e->value);
    lua_rawset(L, -3);
  } else {
    lua_pushinteger(L, e->line);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  }
  lua_pop(L, 2);
}

int stl_host_source_outline(lua_State *L) {
  const outline_state o = read_outline(L);
  lua_createtable(L, 0, 3);
  lua_createtable(L, (int)o.token_count, 0);
  for (size_t i = 0; i < o.token_count; i++) {
    push_token(L, &o.tokens[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "tokens");
  lua_createtable(L, (int)o.box_count, 0);
  for (size_t i = 0; i < o.box_count; i++) {
    push_box(L, &o.boxes[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  for (size_t i = 0; i < o.entry_count; i++) {
    add_to_box(L, &o.entries[i]);
  }
  lua_setfield(L, -2, "boxes");
  return 1;
}
