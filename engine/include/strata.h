/*
 * strata.h - the public interface of Strata, a scriptable rules engine.
 *
 * It includes one header for each subject. The list below is the order in which
 * to read them; strata/README.md is an index of all functions. A host includes
 * strata.h, or the headers of the subjects that it uses.
 *
 * What holds for every function, so that it is said once:
 *  - A function that can fail returns a strata_status; its result goes to an
 *    out-parameter, which is written only on STRATA_OK.
 *  - A function that fails leaves the world exactly as it was, hash included.
 *    strata_world_error tells what was wrong, where, and what to do.
 *  - ENOMEM is possible wherever memory is allocated; EINVAL where a pointer
 *    that must not be NULL is NULL. The first argument (`rules`, `world` and so
 *    on) is the exception: it is not checked. Where values are computed, a
 *    predicate of the host (strata_builder_predicate) may fail with a status of
 *    its own. EINTERRUPTED is possible wherever something is computed, if the
 *    host has said so (strata_interrupt_fn). No list of errors names it.
 *  - Pointers are borrowed unless the comment says "owned". Text is UTF-8 and
 *    ends in a NUL. A call that keeps a text (symbols, declarations, values,
 *    names of effects, keys of notes, prompts and options) refuses other bytes
 *    with EINVAL: those that begin no character, sequences that are cut or
 *    longer than they need to be, surrogates (U+D800 to U+DFFF), and numbers
 *    above U+10FFFF. Control characters are kept, but for symbols; what is
 *    written as JSON or DOT escapes them.
 *  - Ids and handles are 0 for "none"; every struct may be zero-initialised,
 *    and zero always means the default. Handles of effects, watchers and marks
 *    are structs of one number: handles of different kinds do not mix.
 *  - A rules object is immutable and may be shared by any number of threads.
 *    A world is used by one thread at a time; two worlds share nothing but
 *    their rules, which must outlive both.
 *  - Reading never changes what can be observed. It may fill caches, and take
 *    back an action that waits for an answer where that has not been done yet,
 *    which is why a world, also one that is only read, belongs to one thread.
 *
 * How structs grow: a minor version may add fields to structs, at their ends.
 * The version of the headers that a host was compiled with (STRATA_VERSION)
 * travels once, with the calls by which rules and vms come to be:
 * strata_builder_new, strata_rules_from_image and strata_vm_new pass it on, and
 * the rules remember it. So it holds for every struct that goes to or comes
 * from their worlds, also in arrays and results. A library refuses versions
 * that it does not know, with EINVAL: those before 0.4 and those newer than its
 * own. A host that calls the library without these headers gives the version to
 * strata_builder_new_for and its kin. strata_error never changes.
 *
 * Texts of enums: every enum has a function that gives its numbers in words,
 * strata_status_text and so on, never NULL, and, but for strata_name_kind, an
 * X-map: STRATA_STATUS_MAP(X) expands X(name, number, text) for each.
 */
#ifndef STRATA_H
#define STRATA_H

/* The version, statuses, errors, allocators. */
#include "strata/status.h"
/* Ids and handles, types, values: what all other headers use. */
#include "strata/types.h"

/* -- Rules: what never changes during a game -- */

/* A builder: attributes, symbols, layers, clocks, stacking groups, zones. */
#include "strata/builder.h"
/* Operations, clauses, abilities, definitions, laws. */
#include "strata/abilities.h"
/* Predicates: functions of the host that expressions ask. */
#include "strata/predicates.h"
/* Instructions, of which the programs of events and watchers are made. */
#include "strata/programs.h"
/* Event types: fields, phases, parts. */
#include "strata/event_types.h"
/* Watchers, handlers, state-based actions, the order of play. */
#include "strata/watcher_defs.h"
/* Frozen rules: names and ids, images. */
#include "strata/rules.h"

/* -- Worlds: the state of a game -- */

/* Worlds: quotas, figures, tuning. */
#include "strata/worlds.h"
/* Entities and their values. */
#include "strata/entities.h"
/* Definitions, zones, moves, abilities, last-known values. */
#include "strata/objects.h"
/* Seats: what a player may see, and by which ids. */
#include "strata/seats.h"
/* Expressions: compile, evaluate, select. */
#include "strata/expressions.h"
/* Continuous effects. */
#include "strata/effects.h"

/* -- Actions: what happens in a game -- */

/* Actions, and events that only walk along a chain. */
#include "strata/actions.h"
/* The course of a game: rounds, turns, phases, steps. */
#include "strata/course.h"
/* Decisions and answers. */
#include "strata/decisions.h"
/* What a player may do now. */
#include "strata/legal.h"
/* What players do and answer, as texts. */
#include "strata/keys.h"
/* Handlers and policies of the host; disabled handlers. */
#include "strata/handlers.h"
/* What a handler may call while it runs. */
#include "strata/handler_call.h"
/* Watchers that are started and ended in a world. */
#include "strata/watchers.h"
/* Chains of handlers. */
#include "strata/chains.h"
/* Notes: values that entities and worlds remember. */
#include "strata/notes.h"
/* The log, and observers of it. */
#include "strata/log.h"

/* -- Explanations -- */

/* Why a value is what it is. */
#include "strata/why.h"
/* Why an event happened, or did not. */
#include "strata/event_why.h"
/* What evaluation costs. */
#include "strata/profile.h"

/* -- Time and storage -- */

/* Marks, rollback, forks, the hash. */
#include "strata/journal.h"
/* Saves, loads, and a change of rules. */
#include "strata/save.h"
/* The history of a game: undo, redo, branches, autosaves. */
#include "strata/history.h"

/* -- Scripts -- */

/* The Lua binding: vms, and hashes of packs. */
#include "strata/vm.h"
/* The games of packs, for hosts that know no Lua. */
#include "strata/pack_host.h"

#endif
