/* function_dump.h - the code of a Lua function, as lua_dump writes it. */
#ifndef STRATA_LUA_SANDBOX_FUNCTION_DUMP_H
#define STRATA_LUA_SANDBOX_FUNCTION_DUMP_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The opcodes that the checks of code look for (lopcodes.h of Lua 5.4). */
enum {
  STL_OPCODE_LOADI = 1,
  STL_OPCODE_LOADF = 2,
  STL_OPCODE_LOADK = 3,
  STL_OPCODE_LOADKX = 4,
  STL_OPCODE_GETUPVAL = 9,
  STL_OPCODE_SETUPVAL = 10,
  STL_OPCODE_GETTABUP = 11,
  STL_OPCODE_SETTABUP = 15,
  STL_OPCODE_SETFIELD = 18,
  STL_OPCODE_BAND = 41,
  STL_OPCODE_BXOR = 43,
  STL_OPCODE_MMBIN = 46,
  STL_OPCODE_MMBINK = 48,
  STL_OPCODE_CLOSE = 54,
  STL_OPCODE_JMP = 56,
  STL_OPCODE_TEST = 66,
  STL_OPCODE_CALL = 68,
  STL_OPCODE_TAILCALL = 69,
  STL_OPCODE_RETURN = 70,
  STL_OPCODE_RETURN1 = 72,
  STL_OPCODE_FORLOOP = 73,
  STL_OPCODE_TFORLOOP = 77,
  STL_OPCODE_SETLIST = 78,
  STL_OPCODE_CLOSURE = 79
};

typedef struct stl_dump_reader {
  const unsigned char *at;
} stl_dump_reader;

typedef struct stl_dump_text {
  const char *text; /* NULL: none; not ended by a zero */
  size_t size;
} stl_dump_text;

/* A function without the functions inside it. */
typedef struct stl_dump_function {
  stl_dump_reader code, constants, upvalues, lines, far_lines, names;
  size_t code_count, constant_count, upvalue_count, line_count, far_count,
      name_count;
  const unsigned char *code_begin,
      *code_end;        /* the bytes without line numbers */
  size_t longest_text;  /* size of its longest constant */
  size_t heaviest_text; /* weight of its heaviest constant */
  int line;             /* in which it begins */
} stl_dump_function;

static inline uint32_t stl_dump_instruction(const stl_dump_function *chunk,
                                            size_t pc) {
  const unsigned char *at = chunk->code.at + pc * 4;
  uint32_t instruction = 0;
  for (size_t i = 0; i < sizeof instruction; i++) {
    ((unsigned char *)&instruction)[i] = at[i];
  }
  return instruction;
}

static inline uint32_t stl_opcode_of(uint32_t instruction) {
  return instruction & 0x7f;
}

/** Whether a jump goes back, to where its function was before. */
static inline bool stl_opcode_jumps_back(uint32_t instruction) {
  return instruction >> 7 < (1U << 24) - 1; /* the least is -2^24 + 1 */
}

/** Push the code of the Lua function at `index`; read it from the result, which
 * is in what is pushed. */
stl_dump_reader stl_push_dump(lua_State *L, int index);

/** Read a function up to how many functions are inside of it, which is the
 * result: they come next. */
size_t stl_dump_function_begin(stl_dump_function *f, stl_dump_reader *r);

/** Read what stands behind them. */
void stl_dump_function_end(stl_dump_function *f, stl_dump_reader *r);

/** The line of an instruction. Cost O(instructions before it). */
int stl_dump_line(const stl_dump_function *f, size_t pc);

/** The name of an upvalue, the text of a constant; none if it has none. */
stl_dump_text stl_dump_upvalue_name(const stl_dump_function *f, size_t n);
stl_dump_text stl_dump_constant_text(const stl_dump_function *f, size_t n);

#endif
