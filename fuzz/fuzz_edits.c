/* SPDX-License-Identifier: MIT */
/* Any bytes as edits of a small document: the first says of which format, the next what is called
 * afterwards, two more what is asked about, the others, three by three, what is set to what.
 * Whatever was edited, nothing may break, and what can be written as JSON can be read again. */
#include "edit_samples.h"
#include "edits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_EDITS = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptl_doc *doc;
    unsigned what;

    if (size < 4 || size > 4 + 3 * MOST_EDITS)
        return 0;
    doc  = edit_sample(data[0] % EDIT_SAMPLES);
    what = data[1] < 240 ? data[1] % EDIT_DRAW : EDIT_DRAW;
    for (size_t i = 4; i + 3 <= size; i += 3)
        edit_document(doc, (size_t)(data[i] | data[i + 1] << 8), data[i + 2]);
    edit_call(doc, (unsigned)(data[2] | data[3] << 8), what);
    ptl_doc_free(doc);
    return 0;
}
