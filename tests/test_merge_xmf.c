/* SPDX-License-Identifier: MIT */
/* Containers of two people: braces are where the tags that came and went want them. */
#include <portolan/compare.h>
#include <string.h>

#include "harness.h"

#define HEAD "Metadata {\n\tVersion 1 0\n}\n"
#define ONE "Layer:Tile \"one\" 0 16 16 2 2 {\n"
#define GATE "\tObject:Box \"gate\" 0 1 2 3 4"
#define SOLID " {\n\t\tToCollision\n\t}"
#define LAMP "\n\tObject:Box \"lamp\" 1 1 2 3 4"
#define TWO "Layer:Tile \"two\" 1 16 16 2 2 {\n\tObject:Box \"well\" 0 1 2 3 4" SOLID "\n}\n"
#define END "Layer:Tile \"three\" 2 16 16 2 2 {\n\tObject:Box \"door\" 0 1 2 3 4\n}\n"

static const char base[] = HEAD ONE GATE SOLID "\n}\n" TWO END;

static void check_merge(const char *ours, const char *theirs, const char *want)
{
    ptl_merged found;

    CHECK_UINT(ptl_merge(&found, &(ptl_source){ .data = base, .size = strlen(base) },
                         &(ptl_source){ .data = ours, .size = strlen(ours) },
                         &(ptl_source){ .data = theirs, .size = strlen(theirs) }, NULL, NULL),
               PTL_OK);
    CHECK_UINT(found.count, 0);
    CHECK_BYTES(found.file.data, found.file.size, want, strlen(want));
    ptl_merged_free(&found);
}

/* In both orders. */
static void check_both(const char *one, const char *other, const char *want)
{
    check_merge(one, other, want);
    check_merge(other, one, want);
}

static void a_layer_goes_and_one_before_it_grows(void)
{
    check_both(HEAD ONE GATE SOLID "\n}\n" END, HEAD ONE GATE SOLID LAMP "\n}\n" TWO END,
               HEAD ONE GATE SOLID LAMP "\n}\n" END);
}

static void a_layer_goes_and_one_before_it_loses_braces(void)
{
    check_both(HEAD ONE GATE SOLID "\n}\n" END, HEAD ONE GATE "\n}\n" TWO END,
               HEAD ONE GATE "\n}\n" END);
}

static void an_object_comes_behind_one_that_loses_braces(void)
{
    check_both(HEAD ONE GATE SOLID LAMP "\n}\n" TWO END, HEAD ONE GATE "\n}\n" TWO END,
               HEAD ONE GATE LAMP "\n}\n" TWO END);
}

static void the_last_layer_goes_and_the_one_before_it_changes(void)
{
    check_both(HEAD ONE GATE SOLID "\n}\n" TWO, HEAD ONE GATE SOLID LAMP SOLID "\n}\n" TWO END,
               HEAD ONE GATE SOLID LAMP SOLID "\n}\n" TWO);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(a_layer_goes_and_one_before_it_grows),
        TEST(a_layer_goes_and_one_before_it_loses_braces),
        TEST(an_object_comes_behind_one_that_loses_braces),
        TEST(the_last_layer_goes_and_the_one_before_it_changes),
    };

    return run_tests("merge_xmf", tests, COUNT(tests));
}
