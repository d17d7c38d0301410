/* SPDX-License-Identifier: MIT */
/* What a program does that was started for an importer by others. */
#include "flow/flow.h"
#include "imports/foreign.h"

bool ptl_import_serve(void)
{
    ptl_foreign_request request;

    if (!ptl_foreign_accept(&request))
        return false;
    ptl_foreign_serve(&request, ptl_import_find(request.importer));
    return true;
}
