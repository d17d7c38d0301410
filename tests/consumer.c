/* SPDX-License-Identifier: MIT */
/* A small program that uses the library from outside, for tests/install.sh and
 * tests/subproject.sh. */
#include <portolan/mpd.h>
#include <stdio.h>

int main(void)
{
    ptl_doc *doc;

    if (ptl_mpd_new(&doc, 4, 4, NULL, NULL) != PTL_OK)
        return 1;
    printf("%s: %lu vertices\n", ptl_doc_format(doc), (unsigned long)ptl_mpd_of(doc)->numvert);
    ptl_doc_free(doc);
    return 0;
}
