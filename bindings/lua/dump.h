/* dump.h - the code of a Lua function, as lua_dump writes it. */
#ifndef STL_DUMP_H
#define STL_DUMP_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Operations that are looked for (lopcodes.h). */
enum {
  STL_LOADI = 1,
  STL_LOADF = 2,
  STL_LOADK = 3,
  STL_LOADKX = 4,
  STL_GETUPVAL = 9,
  STL_SETUPVAL = 10,
  STL_GETTABUP = 11,
  STL_SETTABUP = 15,
  STL_SETFIELD = 18,
  STL_BAND = 41,
  STL_BXOR = 43,
  STL_MMBIN = 46,
  STL_MMBINK = 48,
  STL_CLOSE = 54,
  STL_JMP = 56,
  STL_TEST = 66,
  STL_CALL = 68,
  STL_TAILCALL = 69,
  STL_RETURN = 70,
  STL_RETURN1 = 72,
  STL_FORLOOP = 73,
  STL_TFORLOOP = 77,
  STL_SETLIST = 78,
  STL_CLOSURE = 79
};

typedef struct stl_reader {
  const unsigned char *at;
} stl_reader;

typedef struct stl_piece {
  const char *text; /* NULL: none; not ended by a zero */
  size_t size;
} stl_piece;

/* A function without those inside of it. */
typedef struct stl_chunk {
  stl_reader code, constants, upvalues, lines, far_lines, names;
  size_t code_count, constant_count, upvalue_count, line_count, far_count,
      name_count;
  const unsigned char *said, *said_end; /* what it says, wherever it stands */
  size_t longest;                       /* of its texts */
  size_t weight;                        /* of its heaviest text */
  int line;                             /* where it begins */
} stl_chunk;

/** Push the code of the Lua function at `index`; read it from the result, which
 * is in what is pushed. */
stl_reader stl_push_dump(lua_State *L, int index);

/** Read a function up to how many functions are inside of it, which is the
 * result: they come next. */
size_t stl_chunk_begin(stl_chunk *f, stl_reader *r);

/** Read what stands behind them. */
void stl_chunk_end(stl_chunk *f, stl_reader *r);

static inline uint32_t stl_chunk_instruction(const stl_chunk *chunk,
                                             size_t pc) {
  const unsigned char *at = chunk->code.at + pc * 4;
  uint32_t instruction = 0;
  for (size_t i = 0; i < sizeof instruction; i++) {
    ((unsigned char *)&instruction)[i] = at[i];
  }
  return instruction;
}

static inline uint32_t stl_operation(uint32_t instruction) {
  return instruction & 0x7f;
}

/** Whether a jump goes back, to where its function was before. */
static inline bool stl_jumps_back(uint32_t instruction) {
  return instruction >> 7 < (1U << 24) - 1; /* the least is -2^24 + 1 */
}

/** The line of an instruction. Cost O(instructions before it). */
int stl_chunk_line(const stl_chunk *f, size_t pc);

/* host.code(function): what it says as tables, see strata.code; also its path
 * and the values that it has from outside. Cost O(instructions^2). */
int stl_code(lua_State *L);

/** The name of an upvalue, the text of a constant; none if it has none. */
stl_piece stl_chunk_upvalue(const stl_chunk *f, size_t n);
stl_piece stl_chunk_text(const stl_chunk *f, size_t n);

#endif
