/* SPDX-License-Identifier: MIT */
/* Rules of Egoboo passages. */
#include "formats/passage/passage_private.h"

const ptl_rule ptl_passage_rules[] = {
    { "passage-comment", PTL_WARNING,
      "a comment has a colon, behind which engines look for a passage: they know no comments" },
    { "passage-line", PTL_ERROR,
      "a line does not have a colon and the four numbers and three letters of a passage; an error "
      "when no line fits, when there is a zero byte, "
      "and when an edited line would read as another" },
    { "passage-outside", PTL_WARNING, "a passage begins outside of every level" },
    { "passage-reversed", PTL_WARNING, "the last fan of a passage comes before its first" },
    { "" },
};
