/* rules_image.h - rules as bytes, and rules of such bytes. */
#ifndef STRATA_RULES_COMPILE_RULES_IMAGE_H
#define STRATA_RULES_COMPILE_RULES_IMAGE_H

#include "rules/catalog/rules.h"

/* As strata_rules_image and strata_rules_from_image_for. */
strata_status st_rules_image(const strata_rules *rules, void *buffer,
                             size_t capacity, size_t *size);
strata_status st_rules_from_image(uint32_t version,
                                  const strata_image_desc *desc,
                                  strata_rules **out, strata_error *error);

#endif
