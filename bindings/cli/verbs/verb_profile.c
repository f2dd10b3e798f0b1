/*
 * verb_profile.c - the verb profile: where the time of scenarios goes.
 *
 * Scenarios run as in the verb test. The library module
 * strata.tools.profile_report counts and prints; the clock is here.
 */
#include "cli/common/cli.h"
#include "cli/common/options.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/suite/test_plan.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>
#include <time.h>

typedef struct profile_request {
  long long times;
  stc_test_wish wish;
  bool is_json;
  bool is_shown; /* a profile was printed */
  bool has_failed, has_bad_pack;
} profile_request;

static uint64_t monotonic_ns(void *user) {
  (void)user;
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* -- Playing -------------------------------------------------------------- */

static void print_failure(profile_request *f, const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  stc_print(stderr, "strata profile: '%s' fails (strata test tells why)\n",
            text.at);
  f->has_failed = true;
}

/* Play a scenario once; one that fails is not played again. */
static bool play_scenario(profile_request *f, stc_pack_suite *suite, size_t n) {
  lua_State *L = suite->host.L;
  const int base = lua_gettop(L);
  const bool is_fine = stc_suite_measure(suite, n) && lua_isnil(L, -1);
  if (!is_fine) {
    (void)stc_suite_describe(suite, n);
    print_failure(f, stl_error_text(L, lua_gettop(L) < base + 3 ? -1 : -3));
  }
  lua_settop(L, base);
  return is_fine;
}

/* Print and pop the message or text on the top. */
static void print_top(lua_State *L, FILE *file) {
  const char *text = stl_error_text(L, -1);
  stc_write_line(file, text, strlen(text));
  lua_pop(L, 1);
}

static void print_profile(profile_request *f, stc_pack_suite *suite) {
  lua_State *L = suite->host.L;
  if (!stc_suite_push_measured(suite, (size_t)f->times, f->is_json)) {
    f->has_failed = true;
    print_top(L, stderr);
  } else if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
  } else {
    if (f->is_shown && !f->is_json) stc_print(stdout, "\n");
    f->is_shown = true;
    print_top(L, stdout);
  }
}

static stc_exit profile_suite(profile_request *f, const stc_test_unit *u) {
  stc_pack_suite *suite = u->suite;
  if (u->is_bad) {
    f->has_bad_pack = true;
    print_top(suite->host.L, stderr);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
  }
  stl_set_clock(suite->host.L, monotonic_ns, NULL);
  for (size_t n = 0; n < suite->count; n++) {
    bool is_fine = true;
    for (long long i = 0; i < f->times && is_fine; i++) {
      is_fine = play_scenario(f, suite, n);
      if (stc_host_take_interrupt()) return STC_EXIT_INTERRUPTED;
    }
  }
  print_profile(f, suite);
  return STC_EXIT_OK;
}

static stc_exit run_profile(stc_test_plan *p) {
  profile_request *f = p->user;
  for (size_t i = 0; i < p->unit_count; i++) {
    const stc_test_unit *u = &p->units[i];
    if (u->suite == NULL) continue;
    const stc_exit status = profile_suite(f, u);
    if (status != STC_EXIT_OK) return status;
  }
  if (f->has_bad_pack) return STC_EXIT_PACK;
  if (f->has_failed) return STC_EXIT_SCRIPT;
  if (f->is_shown) return STC_EXIT_OK;
  stc_print(stderr, "strata profile: there is no scenario to play\n");
  return STC_EXIT_SCRIPT;
}

static const stc_option profile_options[] = {
    {.name = "--filter",
     .type = STC_OPTION_TEXT,
     .at = offsetof(profile_request, wish.filter),
     .expected = "a text"},
    {.name = "--json", .at = offsetof(profile_request, is_json)},
    {.name = "--repeat",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(profile_request, times),
     .expected = "a number from 1 to 1000000",
     .least = 1,
     .most = 1000000},
};

int stc_verb_profile(const stc_options *options, int argc, char **argv) {
  static const stc_test_plan_verb verb = {.name = "profile",
                                          .run = run_profile};
  profile_request f = {.times = 1};
  const stc_option_set set = {.command = "strata profile",
                              STC_OPTION_ROWS(profile_options),
                              .target = &f};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  return stc_test_plan_main(&verb, &f, &f.wish, options, argc, argv);
}
