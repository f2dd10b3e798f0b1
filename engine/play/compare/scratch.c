/*
 * scratch.c - what a run holds, set aside while something is tried.
 *
 * A run's scratch is arrays that grow, and words in an arena. What is made
 * later is forgotten by its number; what was there is copied, since a trial
 * goes on with the same events, frames and tasks.
 */
#include "play/compare/scratch.h"

#include <string.h>

static size_t words_of(const st_run *run, const st_event *event) {
  return st_kind_get(run->rules, event->kind)->field_count;
}

/* The names of the one that judges are lent to it, each time anew. */
static size_t names_of(const st_run *run, const st_frame *frame) {
  bool lent = run->judging == (uint32_t)(frame - run->frames) + 1;
  return lent ? 0 : frame->program->names.count;
}

static size_t count_words(const st_run *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->event_count; i++) {
    count += words_of(run, &run->events[i]);
  }
  for (size_t i = 0; i < run->frame_count; i++) {
    count += names_of(run, &run->frames[i]);
  }
  return count;
}

size_t st_scratch_size(const st_run *run) {
  return run->event_count + run->frame_count + run->batch_count;
}

static void *copy(st_scratch *s, const void *from, size_t count, size_t size) {
  void *to = st_arena_take(&s->arena, count, size);
  if (to && count > 0) memcpy(to, from, count * size);
  return to;
}

/* Copy the words of all events and frames, one behind the other, or back. */
static void move_words(const st_run *run, int64_t *kept, bool back) {
  for (size_t i = 0; i < run->event_count + run->frame_count; i++) {
    bool is_event = i < run->event_count;
    const st_frame *frame =
        is_event ? NULL : &run->frames[i - run->event_count];
    size_t count =
        frame ? names_of(run, frame) : words_of(run, &run->events[i]);
    int64_t *words = frame ? frame->names : run->events[i].words;
    if (count > 0) {
      memcpy(back ? words : kept, back ? kept : words, count * sizeof *words);
    }
    kept += count;
  }
}

bool st_scratch_begin(st_scratch *s, st_run *run) {
  *s = (st_scratch){.run = *run, .error = *run->error};
  st_arena_init(&s->arena, run->mem);
  s->events = copy(s, run->events, run->event_count, sizeof *s->events);
  s->frames = copy(s, run->frames, run->frame_count, sizeof *s->frames);
  s->batches = copy(s, run->batches, run->batch_count, sizeof *s->batches);
  s->tasks = copy(s, run->tasks, run->task_count, sizeof *s->tasks);
  s->shares = copy(s, run->shares, run->share_count, sizeof *s->shares);
  s->riders = copy(s, run->riders, run->rider_count, sizeof *s->riders);
  s->used = copy(s, run->used, run->used_count, sizeof *s->used);
  s->matches = copy(s, run->matches, run->match_count, sizeof *s->matches);
  s->passes = copy(s, run->passes, run->pass_count, sizeof *s->passes);
  s->words = st_arena_take(&s->arena, count_words(run), sizeof *s->words);
  if (!s->events || !s->frames || !s->batches || !s->tasks || !s->shares ||
      !s->riders || !s->used || !s->matches || !s->passes || !s->words) {
    st_arena_fini(&s->arena);
    return false;
  }
  move_words(run, s->words, false);
  return true;
}

static void put_back(void *to, const void *from, size_t count, size_t size) {
  if (count > 0) memcpy(to, from, count * size);
}

/* What is only counted: later ones are forgotten. */
static void restore_counts(const st_run *was, st_run *run) {
  run->event_count = was->event_count;
  run->frame_count = was->frame_count;
  run->batch_count = was->batch_count;
  run->task_count = was->task_count;
  run->share_count = was->share_count;
  run->rider_count = was->rider_count;
  run->used_count = was->used_count;
  run->would_count = was->would_count;
  run->own_count = was->own_count;
  run->match_count = was->match_count;
  run->pass_count = was->pass_count;
  run->leaving_count = was->leaving_count;
  run->listen.heard_count = was->listen.heard_count;
  st_lineage_cut(&run->lineage, was->lineage.set_count, was->lineage.count);
  st_arena_back(&run->arena, st_arena_now(&was->arena));
}

void st_scratch_restore(const st_scratch *s, st_run *run) {
  const st_run *was = &s->run;
  restore_counts(was, run);
  put_back(run->events, s->events, was->event_count, sizeof *s->events);
  put_back(run->frames, s->frames, was->frame_count, sizeof *s->frames);
  put_back(run->batches, s->batches, was->batch_count, sizeof *s->batches);
  put_back(run->tasks, s->tasks, was->task_count, sizeof *s->tasks);
  put_back(run->shares, s->shares, was->share_count, sizeof *s->shares);
  put_back(run->riders, s->riders, was->rider_count, sizeof *s->riders);
  put_back(run->used, s->used, was->used_count, sizeof *s->used);
  put_back(run->matches, s->matches, was->match_count, sizeof *s->matches);
  put_back(run->passes, s->passes, was->pass_count, sizeof *s->passes);
  run->passing = was->passing;
  run->passed = was->passed;
  run->judging = was->judging;
  move_words(run, s->words, true);
  run->plain_event = was->plain_event;
  run->plain_frame = was->plain_frame;
  run->turn_frame = was->turn_frame;
  run->trials = was->trials;
  run->is_firm = was->is_firm;
  run->failed = was->failed;
  run->fault.other = was->fault.other;
  run->steps = was->steps;
  run->most_steps = was->most_steps;
  run->most_events = was->most_events;
  run->host = was->host;
  run->tracer = was->tracer;
  run->trial = was->trial;
  *run->error = s->error;
  run->pair_count = 0; /* the index may have other numbers by now */
  run->pairs_of = 0;
  run->pairs_last = 0;
  run->pairs_serial = 0;
  run->alikes.event = 0;
}

void st_scratch_end(st_scratch *s) {
  st_arena_fini(&s->arena);
}
