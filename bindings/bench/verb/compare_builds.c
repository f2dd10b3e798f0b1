/*
 * compare_builds.c - strata bench --against: this program beside another build.
 *
 * Each run of a workload is a process of its own, `PROGRAM bench NAME --json`,
 * whose rows are read; the two builds take turns, so that a machine that gets
 * slower or faster meanwhile does so for both. The spread of the other build is
 * the difference of its slowest and its fastest run: what a row of one and the
 * same program varies by on this machine now. A row is slower only if the
 * medians differ by more than three times that. Figures that are no times,
 * such as bytes, hardly vary, so they must differ by a thousandth too.
 *
 * Rows are matched by case and unit, in the order in which they are printed. A
 * row that only one of the builds has is shown and not judged. The results are
 * checked by each build itself; one that finds a wrong result exits with 1.
 */
#include "bench/verb/compare_builds.h"

#include "cli/common/cli.h"
#include "cli/common/safe_text.h"

#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLOWER_SPREADS 3.0
#define LARGER_PART    0.001 /* of a figure that is no time */

enum { ROWS_MAX = 256, NAME_SIZE = 64 };

enum { HERE = 0, OTHER = 1, BUILDS = 2 };

/* One row of a workload in both builds. */
typedef struct compared_row {
  char name[NAME_SIZE], unit[NAME_SIZE];
  size_t nth; /* of those of the same name and unit */
  bool is_time;
  double values[BUILDS][STB_BUILD_RUNS_MAX];
  unsigned counts[BUILDS];
  unsigned runs[BUILDS]; /* whose lines are read */
} compared_row;

typedef struct compared_workload {
  compared_row rows[ROWS_MAX];
  size_t count;
} compared_workload;

/* -- One run --------------------------------------------------------------- */

/* Copy the text or number of a key of a line of JSON, which `strata bench`
 * printed: names have no escapes. False if the key is not there. */
static bool read_field(const char *line, const char *key, char out[NAME_SIZE]) {
  char quoted[NAME_SIZE];
  (void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
  const char *at = strstr(line, quoted);
  if (at == NULL) return false;
  at += strlen(quoted);
  at += strspn(at, " ");
  const bool is_text = *at == '"';
  at += is_text;
  const size_t size = strcspn(at, is_text ? "\"" : ",}");
  (void)snprintf(out, NAME_SIZE, "%.*s", (int)size, at);
  return true;
}

static compared_row *find_row(compared_workload *w, const char *name,
                              const char *unit, size_t nth) {
  for (size_t i = 0; i < w->count; i++) {
    compared_row *row = &w->rows[i];
    if (strcmp(row->name, name) == 0 && strcmp(row->unit, unit) == 0 &&
        row->nth == nth) {
      return row;
    }
  }
  if (w->count == ROWS_MAX) return NULL;
  compared_row *row = &w->rows[w->count++];
  (void)snprintf(row->name, NAME_SIZE, "%s", name);
  (void)snprintf(row->unit, NAME_SIZE, "%s", unit);
  row->nth = nth;
  return row;
}

/* Add what a line says to its row; `run` counts from 1. A row that was not run
 * in time has no value. */
static void read_line(compared_workload *w, int build, unsigned run,
                      const char *line) {
  char name[NAME_SIZE];
  char unit[NAME_SIZE];
  char value[NAME_SIZE];
  if (!read_field(line, "case", name) || !read_field(line, "unit", unit)) {
    return;
  }
  const bool is_time = read_field(line, "ns", value);
  if (!is_time && !read_field(line, "value", value)) return;
  compared_row *row = NULL;
  size_t nth = 0;
  do {
    row = find_row(w, name, unit, nth++);
  } while (row != NULL && row->runs[build] == run);
  if (row == NULL) return;
  char *end = NULL;
  const double number = strtod(value, &end);
  row->runs[build] = run;
  if (end == value) return;
  row->is_time = is_time;
  row->values[build][row->counts[build]++] = number;
}

/* Start `PROGRAM bench WORKLOAD --json`; its standard output comes from the
 * file that is returned, NULL if it cannot be started. */
static FILE *start_build(const stb_comparison *c, int build,
                         const char *workload, pid_t *child) {
  /* posix_spawn takes words that are not const, and does not write to them. */
  char words[4][NAME_SIZE] = {"bench", "", "--json", "--quick"};
  char program[] = "strata";
  char *const argv[] = {
      program, words[0], words[1], words[2], c->quick ? words[3] : NULL, NULL};
  extern char **environ;
  posix_spawn_file_actions_t actions;
  int ends[2];
  (void)snprintf(words[1], NAME_SIZE, "%s", workload);
  if (pipe(ends) != 0) return NULL;
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
  (void)posix_spawn_file_actions_addclose(&actions, ends[1]);
  const int status = posix_spawn(child, build == HERE ? c->here : c->other,
                                 &actions, NULL, argv, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  (void)close(ends[1]);
  FILE *output = status == 0 ? fdopen(ends[0], "r") : NULL;
  if (output == NULL) (void)close(ends[0]);
  return output;
}

/* Wait until a build ends, and judge how it did: false if its results are
 * wrong or it failed. The other build may not have the workload. */
static bool end_build(int build, pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return false;
  const int code = WEXITSTATUS(status);
  return code == STC_EXIT_OK || (build == OTHER && code == STC_EXIT_USAGE);
}

/* Run a workload once in one build; false if the build cannot be run. */
static bool run_build(stb_comparison *c, compared_workload *w, int build,
                      unsigned run, const char *workload) {
  pid_t child = 0;
  char *line = NULL;
  size_t size = 0;
  const char *program = build == HERE ? c->here : c->other;
  FILE *output = start_build(c, build, workload, &child);
  if (output == NULL) {
    stc_print(stderr, "strata bench: cannot run '%s'\n", program);
    return false;
  }
  while (getline(&line, &size, output) >= 0) {
    read_line(w, build, run, line);
  }
  free(line);
  (void)fclose(output);
  if (!end_build(build, child)) {
    stc_print(stderr, "strata bench: '%s bench %s' failed\n", program,
              workload);
    c->wrong++;
  }
  return true;
}

/* -- Judging --------------------------------------------------------------- */

typedef struct compared_values {
  double here, other; /* medians */
  double ratio;       /* of here to other */
  double spread;      /* of the other build's runs, as a part of its median */
  const char *verdict;
} compared_values;

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sort the values; their median. */
static double median_of(double *values, unsigned count) {
  qsort(values, count, sizeof *values, by_value);
  return count % 2 != 0 ? values[count / 2]
                        : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Of a row that both builds have. */
static compared_values compare_row(stb_comparison *c, compared_row *row) {
  const unsigned count = row->counts[OTHER];
  double *others = row->values[OTHER];
  compared_values v = {.here = median_of(row->values[HERE], row->counts[HERE]),
                       .other = median_of(others, count),
                       .verdict = ""};
  const double range = others[count - 1] - others[0];
  v.ratio = v.other != 0 ? v.here / v.other : 1;
  v.spread = v.other != 0 ? range / v.other : 0;
  const double least = row->is_time ? 0 : LARGER_PART * fabs(v.other);
  const double more = v.here - v.other;
  if (fabs(more) <= SLOWER_SPREADS * range || fabs(more) < least) return v;
  if (more > 0) {
    v.verdict = row->is_time ? "slower" : "larger";
    c->slower++;
  } else {
    v.verdict = row->is_time ? "faster" : "smaller";
    c->faster++;
  }
  return v;
}

/* -- Printing -------------------------------------------------------------- */

void stb_compare_print_head(const stb_comparison *c) {
  if (c->json) return;
  stc_print(stdout, "  %-44s %11s %11s /%-8s %7s %7s\n", "case", "here",
            "other", "per", "ratio", "spread");
}

static void print_compared(const stb_comparison *c, const char *workload,
                           const compared_row *row, const compared_values *v) {
  if (!c->json) {
    stc_print(stdout, "  ");
    stc_print_cell(stdout, row->name, -44);
    stc_print(stdout, " %11.2f %11.2f /%-8s %7.2f %5.1f %%%s%s\n", v->here,
              v->other, row->unit, v->ratio, v->spread * 100,
              v->verdict[0] != '\0' ? " " : "", v->verdict);
    return;
  }
  stc_print(stdout,
            "{\"workload\":\"%s\",\"case\":\"%s\",\"unit\":\"%s\","
            "\"here\":%.4f,\"other\":%.4f,\"ratio\":%.4f,\"spread\":%.4f,"
            "\"verdict\":\"%s\"}\n",
            workload, row->name, row->unit, v->here, v->other, v->ratio,
            v->spread, v->verdict);
}

/* A row that was not measured in both builds. */
static void print_alone(const stb_comparison *c, const char *workload,
                        const compared_row *row) {
  const char *what = row->counts[HERE] + row->counts[OTHER] == 0 ? "not run"
                     : row->counts[HERE] != 0                    ? "only here"
                                              : "only in the other";
  if (!c->json) {
    stc_print(stdout, "  ");
    stc_print_cell(stdout, row->name, -44);
    stc_print(stdout, " %s\n", what);
    return;
  }
  stc_print(stdout,
            "{\"workload\":\"%s\",\"case\":\"%s\",\"unit\":\"%s\","
            "\"verdict\":\"%s\"}\n",
            workload, row->name, row->unit, what);
}

bool stb_compare_workload(stb_comparison *c, const char *workload) {
  compared_workload w = {.count = 0};
  bool is_run = true;
  for (unsigned run = 1; run <= c->runs && is_run; run++) {
    is_run = run_build(c, &w, HERE, run, workload) &&
             run_build(c, &w, OTHER, run, workload);
  }
  if (is_run && !c->json) stc_print(stdout, "%s\n", workload);
  for (size_t i = 0; i < w.count && is_run; i++) {
    compared_row *row = &w.rows[i];
    c->rows++;
    if (row->counts[HERE] == 0 || row->counts[OTHER] == 0) {
      print_alone(c, workload, row);
      continue;
    }
    const compared_values v = compare_row(c, row);
    print_compared(c, workload, row, &v);
  }
  (void)fflush(stdout);
  return is_run;
}

void stb_compare_print_end(const stb_comparison *c) {
  if (c->json) {
    stc_print(stdout,
              "{\"summary\":true,\"rows\":%u,\"slower\":%u,\"faster\":%u,"
              "\"wrong\":%u,\"runs\":%u}\n",
              c->rows, c->slower, c->faster, c->wrong, c->runs);
    return;
  }
  stc_print(stdout,
            "\n%u rows: %u slower, %u faster than '%s' by more than three "
            "times its spread in %u runs; %u runs failed.\n",
            c->rows, c->slower, c->faster, c->other, c->runs, c->wrong);
}
