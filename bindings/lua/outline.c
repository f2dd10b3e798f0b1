/*
 * outline.c - the text of a file of words as its constructors: who stands
 * where, and what Lua itself lets pass.
 *
 * Lua keeps the last of two equal fields, and makes a boolean of `a == b` or
 * `not a`, without a word. Both are found here, in the text, so that they are
 * errors with a line. Every file is looked through for them when it is loaded,
 * so that costs no table; where things stand is asked only of a file that
 * something is to be said about.
 */
#include "outline.h"

#include "budget.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* -- Tokens --------------------------------------------------------------- */

typedef enum token_kind { OPERATOR, WORD, NUMBER, TEXT } token_kind;

/* Of a text in quotes what is between them. */
typedef struct token {
  const char *text;
  size_t size;
  int line;
  token_kind kind;
  bool is_code; /* inside a function */
} token;

/* What is left of a file. Behind its end is a zero, as Lua's strings have. */
typedef struct reader {
  const char *offset, *end;
  int line;
} reader;

static bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_of_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

static void go_to(reader *r, const char *at) {
  for (; r->offset < at; r->offset++) {
    r->line += *r->offset == '\n' ? 1 : 0;
  }
}

/* Past `[==[ ... ]==]`; NULL if none starts here. */
static const char *past_long(const char *at, const char *end) {
  if (*at != '[') return NULL;
  const char *level = at + 1;
  const size_t depth = strspn(level, "=");
  if (level[depth] != '[') return NULL;
  for (at = level + depth + 1; at < end; at++) {
    if (*at != ']' || strspn(at + 1, "=") != depth) continue;
    if (at[depth + 1] == ']') return at + depth + 2;
  }
  return end;
}

/* Go to the next token: past blanks and comments. */
static void skip(reader *r) {
  for (;;) {
    for (; r->offset < r->end && is_blank(*r->offset); r->offset++) {
      r->line += *r->offset == '\n' ? 1 : 0;
    }
    if (r->offset[0] != '-' || r->offset[1] != '-') return;
    const char *past = past_long(r->offset + 2, r->end);
    if (past == NULL)
      past = memchr(r->offset, '\n', (size_t)(r->end - r->offset));
    go_to(r, past != NULL ? past : r->end);
  }
}

static const char *past_quoted(const char *at, const char *end) {
  const char quote = *at++;
  while (at < end && *at != quote) {
    at += *at == '\\' ? 2 : 1;
  }
  return at < end ? at + 1 : end + 1;
}

/* Past the `<const>` of a local; NULL if none starts here. */
static const char *past_attribute(const char *at) {
  if (*at++ != '<') return NULL;
  while (is_blank(*at)) {
    at++;
  }
  const char *name = at;
  while (is_letter(*at)) {
    at++;
  }
  if (at == name) return NULL;
  while (is_blank(*at)) {
    at++;
  }
  return *at == '>' ? at + 1 : NULL;
}

static const char *past_operator(const char *at) {
  const char *past = past_attribute(at);
  if (past != NULL) return past;
  const bool compares =
      at[0] == '=' || at[0] == '~' || at[0] == '<' || at[0] == '>';
  const bool is_pair =
      (compares && at[1] == '=') || (at[0] == '/' && at[1] == '/');
  return at + (is_pair ? 2 : 1);
}

/* Read a token; false at the end. */
static bool next_token(reader *r, token *out) {
  skip(r);
  if (r->offset >= r->end) return false;
  const char *at = r->offset;
  const char *past = at;
  *out = (token){.text = at, .line = r->line, .kind = OPERATOR};
  if (is_letter(*at) || *at == '_') {
    out->kind = WORD;
    while (is_of_word(*past)) {
      past++;
    }
  } else if (is_digit(*at) || (*at == '.' && is_digit(at[1]))) {
    out->kind = NUMBER;
    while (is_of_word(*past) || *past == '.') {
      past++;
    }
  } else if (*at == '"' || *at == '\'') {
    out->kind = TEXT;
    out->text = at + 1;
    past = past_quoted(at, r->end);
  } else if ((past = past_long(at, r->end)) != NULL) {
    out->kind = TEXT;
  } else {
    past = past_operator(at);
  }
  out->size = (size_t)(past - at) - (out->text > at ? 2 : 0);
  past = past < r->end ? past : r->end;
  if (out->kind == WORD || out->kind == NUMBER) {
    r->offset = past; /* they are in one line */
  } else {
    go_to(r, past);
  }
  return true;
}

/* Whether it is this operator or word; never of a text. */
static bool is(const token *t, const char *text) {
  return t->kind != TEXT && strlen(text) == t->size &&
         memcmp(t->text, text, t->size) == 0;
}

static bool is_any(const token *t, const char *const *texts) {
  for (; *texts != NULL; texts++) {
    if (is(t, *texts)) return true;
  }
  return false;
}

/* -- Constructors --------------------------------------------------------- */

/* What stands in a constructor: a field, or a place of its list. */
typedef struct entry {
  size_t box;
  const token *name;  /* NULL: a place */
  const token *value; /* of a field, if it is a text; else NULL */
  int line;
} entry;

/* One constructor. */
typedef struct box {
  const token *word;   /* that is called with it, or NULL */
  const token *target; /* of `amend "classic:humility" {` the text */
  const token *field;  /* whose value it is, or NULL */
  size_t parent;       /* its number, from 1; 0: none */
  lua_Integer items, place;
  int line, last; /* 0: it does not end */
  const entry *twice, *first;
} box;

typedef struct outline {
  token *tokens;
  box *boxes;
  entry *entries;
  char *open;     /* what is open: '{', '(' or 'c' for code */
  uint32_t *seen; /* fields by box and name: entries' numbers, from 1 */
  size_t token_count, box_count, entry_count, open_count, mask;
  size_t box;    /* the innermost constructor, from 1 */
  int code;      /* functions around; less than none if too many end */
  bool is_fresh; /* an entry of the innermost constructor may start */
} outline;

/* The token so far before or after another; beyond the ends one that is
 * nothing. */
static const token *near(const outline *o, size_t at, int distance) {
  static const token nothing = {.text = "", .kind = OPERATOR};
  const size_t wanted = at + (size_t)distance;
  return wanted < o->token_count ? &o->tokens[wanted] : &nothing;
}

/* `static {`, `static({`, `amend "classic:humility" {`. */
static void set_caller(const outline *o, size_t at, box *out) {
  const token *before = near(o, at, -1);
  const token *target = NULL;
  if (before->kind == TEXT) target = before;
  if (before->kind == TEXT || is(before, "(")) before = near(o, at, -2);
  if (before->kind != WORD || is(before, "return")) return;
  out->word = before;
  out->target = target;
}

/* The field that starts at a token: `power =`, `["+1/+1"] =`; its value comes
 * at *value. NULL if none does. */
static const token *field_at(const outline *o, size_t at, size_t *value) {
  const token *first = near(o, at, 0);
  if (first->kind == WORD && is(near(o, at, 1), "=")) {
    *value = at + 2;
    return first;
  }
  const bool is_bracketed = is(first, "[") && near(o, at, 1)->kind == TEXT &&
                            is(near(o, at, 2), "]") && is(near(o, at, 3), "=");
  *value = at + 4;
  return is_bracketed ? near(o, at, 1) : NULL;
}

static uint32_t hash_of(size_t number, const token *name) {
  uint32_t hash = (uint32_t)number * 0x9e3779b1u;
  for (size_t i = 0; i < name->size; i++) {
    hash = (hash ^ (unsigned char)name->text[i]) * 0x01000193u;
  }
  return hash ^ hash >> 15;
}

/* Note a field; the one of its name that its constructor has already, NULL if
 * there is none. */
static const entry *see(outline *o, const entry *field) {
  const token *name = field->name;
  size_t i = hash_of(field->box, name) & o->mask;
  for (; o->seen[i] != 0; i = (i + 1) & o->mask) {
    const entry *other = &o->entries[o->seen[i] - 1];
    if (other->box == field->box && other->name->size == name->size &&
        memcmp(other->name->text, name->text, name->size) == 0) {
      return other;
    }
  }
  o->seen[i] = (uint32_t)(field - o->entries) + 1;
  return NULL;
}

/* The token starts a field, or what has a place, of the innermost box. */
static void add_entry(outline *o, size_t at) {
  box *b = &o->boxes[o->box - 1];
  size_t value = 0;
  entry *added = &o->entries[o->entry_count++];
  *added = (entry){.box = o->box - 1, .line = o->tokens[at].line};
  added->name = field_at(o, at, &value);
  if (added->name == NULL) {
    b->items++;
    return;
  }
  if (near(o, value, 0)->kind == TEXT) added->value = near(o, value, 0);
  const entry *first = see(o, added);
  if (first == NULL || b->twice != NULL) return;
  b->twice = added;
  b->first = first;
}

static void open_box(outline *o, size_t at) {
  box *b = &o->boxes[o->box_count++];
  *b = (box){.line = o->tokens[at].line, .parent = o->box};
  set_caller(o, at, b);
  if (is(near(o, at, -1), "=") && near(o, at, -2)->kind == WORD) {
    b->field = near(o, at, -2);
  }
  if (o->box != 0) b->place = o->boxes[o->box - 1].items;
  o->box = o->box_count;
}

static void open_one(outline *o, char what) {
  o->open[o->open_count++] = what;
}

static void close_one(outline *o) {
  if (o->open_count > 0) o->open_count--;
}

static void act_on_sign(outline *o, size_t at) {
  switch (o->tokens[at].text[0]) {
  case '{':
    open_box(o, at);
    open_one(o, '{');
    o->is_fresh = true;
    break;
  case '}':
    if (o->box != 0) {
      o->boxes[o->box - 1].last = o->tokens[at].line;
      o->box = o->boxes[o->box - 1].parent;
    }
    close_one(o);
    break;
  case '(':
  case '[':
    open_one(o, '(');
    break;
  case ')':
  case ']':
    close_one(o);
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
static void act_on_word(outline *o, const token *word) {
  static const char *const begins[] = {"function", "if", "do", "repeat", NULL};
  static const char *const ends[] = {"end", "until", NULL};
  if (is_any(word, begins)) {
    open_one(o, 'c');
    o->code++;
  } else if (is_any(word, ends)) {
    close_one(o);
    o->code--;
  }
}

static void read_token(outline *o, size_t at) {
  static const char *const ends[] = {"}", ",", ";", NULL};
  token *t = &o->tokens[at];
  if (o->is_fresh && !is_any(t, ends)) add_entry(o, at);
  o->is_fresh = false;
  t->is_code = o->code > 0;
  if (t->kind == WORD) {
    act_on_word(o, t);
  } else if (t->kind == OPERATOR && t->size == 1) {
    act_on_sign(o, at);
  }
}

/* -- A file --------------------------------------------------------------- */

static void *room_for(lua_State *L, size_t count, size_t size) {
  void *block = lua_newuserdatauv(L, (count + 1) * size, 0);
  memset(block, 0, (count + 1) * size);
  return block;
}

/* Read the constructors of the text at 1. What they take is on the stack. */
static outline read_outline(lua_State *L) {
  outline o = {0};
  size_t size = 0;
  size_t entries = 0;
  size_t boxes = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  reader r = {text, text + size, 1};
  token t;
  luaL_checkstack(L, LUA_MINSTACK, "outline");
  for (; next_token(&r, &t); o.token_count++) {
    if (t.kind != OPERATOR) continue;
    const char first = t.text[0];
    boxes += first == '{';
    entries += first == '{' || first == ',' || first == ';';
  }
  stl_charge(L, o.token_count);
  o.tokens = room_for(L, o.token_count, sizeof *o.tokens);
  o.boxes = room_for(L, boxes, sizeof *o.boxes);
  o.entries = room_for(L, entries, sizeof *o.entries);
  o.open = room_for(L, o.token_count, sizeof *o.open);
  for (o.mask = 8; o.mask < 2 * entries; o.mask *= 2) {
  }
  o.seen = room_for(L, o.mask, sizeof *o.seen);
  o.mask--;
  r = (reader){text, text + size, 1};
  for (size_t i = 0; next_token(&r, &o.tokens[i]); i++) {
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
static const char *instead_of(const token *t) {
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
    if (is(t, operators[i][0])) return operators[i][1];
  }
  return NULL;
}

int stl_outline_mistake(lua_State *L) {
  const outline o = read_outline(L);
  for (size_t i = 0; i < o.box_count; i++) {
    const entry *twice = o.boxes[i].twice;
    if (twice == NULL) continue;
    lua_pushlstring(L, twice->name->text, twice->name->size);
    lua_pushfstring(L, "'%s' is given twice; first in line %d",
                    lua_tostring(L, -1), o.boxes[i].first->line);
    return push_mistake(L, twice->line);
  }
  for (size_t i = 0; i < o.token_count; i++) {
    const token *t = &o.tokens[i];
    const char *instead = t->is_code ? NULL : instead_of(t);
    if (instead == NULL) continue;
    lua_pushlstring(L, t->text, t->size);
    lua_pushfstring(L,
                    "'%s' makes a boolean at once, and no expression; write %s",
                    lua_tostring(L, -1), instead);
    return push_mistake(L, t->line);
  }
  return 0;
}

/* -- As tables ------------------------------------------------------------ */

/* Fields of the table at the top. */

static void set_text(lua_State *L, const char *field, const token *t) {
  if (t == NULL) return;
  lua_pushlstring(L, t->text, t->size);
  lua_setfield(L, -2, field);
}

static void set_number(lua_State *L, const char *field, lua_Integer number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, field);
}

static void push_token(lua_State *L, const token *t) {
  lua_createtable(L, 0, 3);
  switch (t->kind) {
  case OPERATOR:
    set_text(L, "kind", t);
    break;
  case WORD:
    lua_pushliteral(L, "word");
    lua_setfield(L, -2, "kind");
    break;
  case NUMBER:
    lua_pushliteral(L, "number");
    lua_setfield(L, -2, "kind");
    break;
  case TEXT:
    lua_pushliteral(L, "string");
    lua_setfield(L, -2, "kind");
    break;
  }
  set_text(L, "text", t);
  set_number(L, "line", t->line);
}

/* Add the table at the top, of a box, to those inside its parent, at -2. */
static void add_to_parent(lua_State *L, const box *b) {
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
static void push_box(lua_State *L, const box *b) {
  lua_createtable(L, 0, 11);
  set_text(L, "word", b->word);
  set_text(L, "target", b->target);
  set_text(L, "field", b->field);
  set_number(L, "line", b->line);
  set_number(L, "items", b->items);
  set_number(L, "place", b->place);
  if (b->last != 0) set_number(L, "last", b->last);
  lua_newtable(L);
  lua_setfield(L, -2, "places");
  lua_newtable(L);
  lua_setfield(L, -2, "fields");
  if (b->twice != NULL) {
    lua_createtable(L, 0, 3);
    set_text(L, "name", b->twice->name);
    set_number(L, "line", b->twice->line);
    set_number(L, "first", b->first->line);
    lua_setfield(L, -2, "twice");
  }
  if (b->parent != 0) add_to_parent(L, b);
}

/* Add an entry to its box in the list of boxes at the top. */
static void add_to_box(lua_State *L, const entry *e) {
  lua_rawgeti(L, -1, (lua_Integer)e->box + 1);
  (void)lua_getfield(L, -1, e->name != NULL ? "fields" : "places");
  if (e->name != NULL) {
    lua_pushlstring(L, e->name->text, e->name->size);
    lua_createtable(L, 0, 2);
    set_number(L, "line", e->line);
    set_text(L, "value", e->value);
    lua_rawset(L, -3);
  } else {
    lua_pushinteger(L, e->line);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  }
  lua_pop(L, 2);
}

int stl_outline(lua_State *L) {
  const outline o = read_outline(L);
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
