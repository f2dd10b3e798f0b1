/* kit_classic.h - a small card game: abilities, laws, copies, all layers of
 * 613. Plain C, as kit.h. */
#ifndef STRATA_TESTS_API_KIT_KIT_CLASSIC_H
#define STRATA_TESTS_API_KIT_KIT_CLASSIC_H

#include "kit_objects.h"

/*
 * Layers copy.effects copy.facedown control text type color ability pt.cda
 * pt.set pt.modify pt.switch; copiable values end after copy.facedown.
 *   name             text, copiable    abilities
 *   power toughness  copiable          mana_value copiable
 *   types subtypes supertypes colors   sets, copiable
 *   controller       ref, open         owner      ref, unlayered, kept
 *   attached         ref, stamps       face_down  flag, stamps
 *   chosen           sym, unlayered    life       int, unlayered
 *   plus minus charge my_pack:soul     counters
 * Zones library (each player's, ordered, hidden), hand (each player's, hidden),
 * graveyard, battlefield, exile (shared). Clock turn. Groups highest, latest.
 * Laws: what is face down is a 2/2 without abilities; mountains, swamps and
 * forests have a mana ability; counters; what is no creature has no creature
 * types. The abilities and the definitions, most of which have one ability of
 * their own name, are the tables in kit_classic.c.
 */
strata_status kit_classic_rules(kit_mem *mem, strata_rules **out);

#endif
