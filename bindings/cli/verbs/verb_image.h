/*
 * verb_image.h - the rules of packs as bytes.
 */
#ifndef STRATA_CLI_VERBS_VERB_IMAGE_H
#define STRATA_CLI_VERBS_VERB_IMAGE_H

#include "cli/common/cli.h"

/* pack image PATH... [-o FILE]; argv[0] is "image". */
stc_exit stc_verb_pack_image(const stc_options *options, int argc, char **argv);

#endif
