/* kit_objects.h - rules with zones, abilities, definitions and counters, for
 * tests of objects that move and change. Plain C, as kit.h. */
#ifndef STRATA_TESTS_API_KIT_KIT_OBJECTS_H
#define STRATA_TESTS_API_KIT_KIT_OBJECTS_H

#include "kit.h"

/*
 * Layers copy, control, type, ability, pt.set, pt.modify; copiable values end
 * after copy.
 *   power toughness  copiable          small     -8 .. 7
 *   types colors     sets, copiable    rarity    sym, copiable
 *   title            text, copiable    abilities flying haste reach ...
 *   controller       ref, open         owner     ref, unlayered, kept
 *   bounty           int, open          motto    text, stamps
 *   attached         ref, stamps       hidden    flag, unlayered, stamps
 *   modes            set, stamps       rank      int, unlayered, stamps
 *   charge loyalty   counters; each charge is +1 power (a law)
 *   energy           counters, kept
 * Zones library (each player's, ordered, hidden), hand (each player's), field
 * and exile (shared). The ability lord gives other elves +1 power; raise and
 * lower set the power of walls to 9 and to 1.
 * Definitions: bears 2/2; elf 1/1, green, rare, flying; lord 2/2 elf, lord;
 * walker with loyalty 3; dusk 4/0, haste, hidden, 7 charges.
 * Symbols common, rare. Clock turn. Group fresh: one that refreshes.
 */
strata_status kit_object_rules(kit_mem *mem, strata_rules **out);

strata_zone kit_zone(const strata_rules *rules, const char *name);
strata_definition kit_definition(const strata_rules *rules, const char *name);

#endif
