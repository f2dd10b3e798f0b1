/*
 * bench_rows.c - rows as a table, or as one JSON object per line.
 */
#include "bench/measure/bench_rows.h"

#include "bench/measure/bench_clock.h"
#include "cli/common/safe_text.h"

#include <math.h>
#include <stdio.h>

enum { CELL = 32 };

typedef struct text_cell {
  char at[CELL];
} text_cell;

static text_cell number_cell(double value, const char *none) {
  text_cell c;
  if (isnan(value)) {
    (void)snprintf(c.at, CELL, "%s", none);
  } else if (value != 0 && fabs(value) < 9.995) {
    (void)snprintf(c.at, CELL, "%.2f", value);
  } else {
    (void)snprintf(c.at, CELL, "%.1f", value);
  }
  return c;
}

static bool has_goal(const stb_case *what) {
  return what->goal != STB_GOAL_NONE;
}

static bool is_met(const stb_case *what, const stb_row *row) {
  return has_goal(what) && row->goal_value <= what->limit; /* false of NAN */
}

static text_cell goal_text(const stb_case *what) {
  text_cell c = {"-"};
  if (what->goal == STB_GOAL_RATIO) {
    (void)snprintf(c.at, CELL, "<= %gx", what->limit);
  } else if (what->goal == STB_GOAL_NS) {
    (void)snprintf(c.at, CELL, "<= %g ns", what->limit);
  } else if (what->goal == STB_GOAL_VALUE) {
    (void)snprintf(c.at, CELL, "<= %g", what->limit);
  }
  return c;
}

static const char *verdict_text(const stb_case *what, const stb_row *row) {
  if (!has_goal(what)) return "";
  if (!is_met(what, row)) return what->decides ? "MISSED" : "missed";
  return what->decides ? "MET" : "met";
}

static void text_row(const stb_case *what, const stb_row *row) {
  const text_cell ns = number_cell(row->ns, "-");
  const text_cell base = number_cell(row->baseline_ns, "-");
  const text_cell ratio = number_cell(row->ratio, "-");
  const text_cell goal = goal_text(what);
  const text_cell calibration = number_cell(row->calibration_ns / 1000, "-");
  const text_cell allocations = number_cell(row->allocations, "-");
  const text_cell slope = number_cell(row->slope, "-");
  char forced[CELL] = "";
  if (row->not_run) {
    (void)snprintf(forced, CELL, " not run: over budget");
  } else if (row->forced != 0) {
    (void)snprintf(forced, CELL, " busy:%u", row->forced);
  }
  stc_print(stdout, "  ");
  stc_print_cell(stdout, what->name, -44);
  stc_print(stdout, " %9s /%-8s %9s %6s %9s %-6s %6s %6s %5s%s\n", ns.at,
            what->unit, base.at, ratio.at, goal.at, verdict_text(what, row),
            calibration.at, allocations.at, slope.at, forced);
}

static void json_number(const char *key, double value) {
  if (isnan(value)) {
    stc_print(stdout, ",\"%s\":null", key);
  } else {
    stc_print(stdout, ",\"%s\":%.4f", key, value);
  }
}

/* Names are those of the workloads' sources, and need no escapes. */
static void json_row(const stb_run *bench, const stb_case *what,
                     const stb_row *row) {
  static const char *const goals[] = {"none", "ratio", "scaled_ns", "value"};
  stc_print(stdout, "{\"workload\":\"%s\",\"case\":\"%s\",\"unit\":\"%s\"",
            bench->workload, what->name, what->unit);
  json_number(isnan(row->calibration_ns) ? "value" : "ns", row->ns);
  stc_print(stdout, ",\"baseline\":\"%s\"",
            what->beside && stb_has_work(&what->baseline) ? what->beside : "");
  json_number("baseline_ns", row->baseline_ns);
  json_number("ratio", row->ratio);
  stc_print(stdout, ",\"goal\":\"%s\"", goals[what->goal]);
  json_number("goal_value", has_goal(what) ? row->goal_value : (double)NAN);
  json_number("limit", has_goal(what) ? what->limit : (double)NAN);
  stc_print(stdout, ",\"met\":%s,\"decides\":%s",
            !has_goal(what)     ? "null"
            : is_met(what, row) ? "true"
                                : "false",
            what->decides ? "true" : "false");
  json_number("calibration_ns", row->calibration_ns);
  json_number("allocations", row->allocations);
  json_number("slope", row->slope);
  stc_print(stdout, ",\"kept\":%u,\"forced\":%u,\"not_run\":%s}\n", row->kept,
            row->forced, row->not_run ? "true" : "false");
}

void stb_print_row(stb_run *bench, const stb_case *what, const stb_row *row) {
  bench->rows++;
  bench->forced += row->forced != 0;
  bench->not_run += row->not_run;
  if (what->decides) {
    bench->decide++;
    bench->met += is_met(what, row);
  }
  if (bench->json) {
    json_row(bench, what, row);
    (void)fflush(stdout);
    return;
  }
  const char *beside =
      stb_has_work(&what->baseline) ? what->beside : "no baseline";
  if (bench->workload != bench->last_workload || beside != bench->last_beside) {
    stc_print(stdout, "%s (L: %s)\n", bench->workload, beside);
    bench->last_workload = bench->workload;
    bench->last_beside = beside;
  }
  text_row(what, row);
  (void)fflush(stdout);
}

void stb_print_head(const stb_run *bench) {
  if (bench->json) return;
  stc_print(stdout, "  %-44s %9s  %-8s %9s %6s %9s %-6s %6s %6s %5s\n", "case",
            "ns", "per", "L ns", "ratio", "target", "", "cal us", "allocs",
            "slope");
}

void stb_print_end(const stb_run *bench) {
  if (bench->json) {
    stc_print(stdout,
              "{\"summary\":true,\"rows\":%u,\"decide\":%u,\"met\":%u,"
              "\"wrong\":%u,\"busy_rows\":%u,\"not_run\":%u,"
              "\"calibration_ns\":%.1f,"
              "\"reference_ns\":%.1f,\"seconds\":%.1f}\n",
              bench->rows, bench->decide, bench->met, bench->wrong,
              bench->forced, bench->not_run, bench->best_ns, STB_REFERENCE_NS,
              (stb_clock_now_ns() - bench->start_ns) / 1e9);
    return;
  }
  stc_print(stdout,
            "\n%u of the %u rows that decide (in capitals) are met; %u wrong "
            "results; %u rows from a busy machine; %u not run; %.1f s.\n"
            "Calibration loop: %.2f us at best. Targets in ns hold where it "
            "takes %.2f us and are scaled by it.\n",
            bench->met, bench->decide, bench->wrong, bench->forced,
            bench->not_run, (stb_clock_now_ns() - bench->start_ns) / 1e9,
            bench->best_ns / 1000, STB_REFERENCE_NS / 1000);
}
