/*
 * vm_host.c - a vm for the program, and Ctrl-C for what runs in it.
 *
 * A signal handler may do next to nothing, but Lua allows lua_sethook in one.
 * The hook raises an error at the next instruction, and again at each one
 * after it, so that no pcall of a script can catch it for good; stl_action_call
 * rolls back the action that ran. The hook does not reach into C functions, so
 * those that run long, and the engine, look at the number of presses
 * (stl_set_stop_flag). After the third Ctrl-C the program ends.
 */
#include "cli/common/vm_host.h"

#include "cli/common/json_lines.h"
#include "cli/common/safe_text.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

enum { PRESSES_UNTIL_EXIT = 3 };

/* What the signal handler must know: the only variables of the program. */
static lua_State *volatile interrupted_state;
static volatile sig_atomic_t interrupt_presses;

static void print_output_line(void *user, const char *line) {
  const stc_output *output = user;
  if (output->is_json) {
    stc_json_text("print", line, strlen(line));
    return;
  }
  (void)fputs(output->prefix, output->file);
  stc_write_line(output->file, line, strlen(line));
}

/* Print a handler of a script that failed and is disabled. */
static void print_failed_handler(void *user, strata_world *world,
                                 const strata_fault *fault) {
  const stc_host *host = user;
  (void)world;
  if (host->is_quiet) return;
  (void)fflush(stdout);
  (void)fputs("fault: ", stderr);
  const char *line = fault->text;
  while (*line != '\0') {
    const size_t size = strcspn(line, "\n");
    stc_write_line(stderr, line, size);
    line += size + (line[size] == '\n' ? 1 : 0);
  }
}

const strata_limits stc_no_limits = {STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                     STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                     STRATA_NO_LIMIT};

bool stc_host_open(stc_host *host, const stc_options *options,
                   const char *prefix, const strata_limits *limits) {
  static const strata_limits ending = {STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                       STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                       UINT64_C(1) << 36};
  const bool is_limited = limits != NULL && limits != &stc_no_limits;
  static const strata_quotas few = {.entities = UINT32_C(1) << 16,
                                    .effects = UINT32_C(1) << 14,
                                    .watchers = UINT32_C(1) << 14,
                                    .hooks = UINT32_C(1) << 14,
                                    .notes = UINT32_C(1) << 16,
                                    .log_rows = UINT32_C(1) << 16,
                                    .text = UINT32_C(1) << 24};
  host->is_quiet = false;
  host->output = (stc_output){
      .prefix = prefix,
      .file = options->print_file != NULL ? options->print_file : stdout};
  const strata_vm_config config = {.print = print_output_line,
                                   .print_user = &host->output,
                                   .run = limits != NULL ? *limits : ending,
                                   .quotas =
                                       is_limited ? few : (strata_quotas){0},
                                   .fault = print_failed_handler,
                                   .fault_user = host,
                                   .strict = options->is_strict};
  const strata_status status = strata_vm_new(&config, &host->vm);
  if (status != STRATA_OK) {
    stc_print(stderr, "strata: %s\n", strata_status_text(status));
    return false;
  }
  host->L = stl_vm_state(host->vm);
  stl_set_stop_flag(host->L, &interrupt_presses);
  const strata_limits of_packs = {.steps = (uint64_t)options->steps,
                                  .memory = (uint64_t)options->memory << 20U};
  stl_set_pack_limits(host->L, &of_packs);
  return true;
}

void stc_host_close(stc_host *host) {
  strata_vm_free(host->vm);
  host->vm = NULL;
  host->L = NULL;
}

static void stop_by_hook(lua_State *L, lua_Debug *where) {
  (void)where;
  luaL_error(L, "interrupted");
}

static void set_stop_hook(lua_State *L) {
  lua_sethook(L, stop_by_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

static void on_interrupt(int number) {
  (void)number;
  interrupt_presses++;
  if (interrupt_presses >= PRESSES_UNTIL_EXIT) _exit(STC_EXIT_INTERRUPTED);
  lua_State *L = interrupted_state;
  if (L != NULL) set_stop_hook(L);
}

void stc_host_catch_interrupts(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_interrupt; /* no SA_RESTART: reading must end */
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
}

bool stc_host_take_interrupt(void) {
  const bool was_pressed = interrupt_presses > 0;
  interrupt_presses = 0;
  return was_pressed;
}

/* The signal is unblocked only while pselect waits, so that none gets lost
 * between the check and the wait. */
bool stc_host_wait_for_input(int file) {
  sigset_t interrupt;
  sigset_t before;
  fd_set files;
  (void)sigemptyset(&interrupt);
  (void)sigaddset(&interrupt, SIGINT);
  /* NOLINTBEGIN(concurrency-mt-unsafe): this program has one thread */
  (void)sigprocmask(SIG_BLOCK, &interrupt, &before);
  FD_ZERO(&files);
  FD_SET(file, &files);
  bool is_ready = false;
  while (interrupt_presses == 0 && !is_ready) {
    is_ready = pselect(file + 1, &files, NULL, NULL, NULL, &before) >= 0 ||
               errno != EINTR;
  }
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
  /* NOLINTEND(concurrency-mt-unsafe) */
  return is_ready;
}

int stc_host_call(lua_State *L, int nargs, int nresults) {
  const lua_Hook hook = lua_gethook(L);
  const int mask = lua_gethookmask(L);
  const int count = lua_gethookcount(L);
  interrupted_state = L;
  if (interrupt_presses > 0) set_stop_hook(L); /* it came just before */
  const int status = stl_action_call(L, nargs, nresults);
  interrupted_state = NULL;
  lua_sethook(L, hook, mask, count);
  return status;
}
