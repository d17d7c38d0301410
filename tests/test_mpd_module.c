/* SPDX-License-Identifier: MIT */
/* Levels together with what lies beside them: wawalite.txt, menu.txt, passage.txt, spawn.txt. */
#include <portolan/mpd.h>
#include <portolan/scene.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "harness.h"
#include "plan_reading.h"
#include "support.h"

/* Values 1 to 53 in their order. */
#define WATER ALPHA("99")
#define ALPHA(alpha)                                                                               \
    "a: T a: 1 a: 1 a: 1 a: 1 a: 1 a: T a: T a: F a: F a: 0 a: 0 a: 0 a: 0 a: 1 a: 1\n"            \
    "a: 30 a: 99 a: 1 a: 1 a: 1 a: 1 a: 0 a: 0 a: 20 a: " alpha " a: 1 a: 1 a: 1 a: 1 a: 0 a: 0\n" \
    "a: 1 a: 1 a: 1 a: .2 a: 1 a: 1 a: 1 a: 1 a: 1 a: -1 a: 3 a: 3 a: 9 a: FIRE a: NONE a: F\n"    \
    "a: 0 a: F a: F a: 0 a: 0"

#define MENU                                                                                       \
    "Name: The_Long_Way\nReference: NONE\nIDSZ: [NONE]\nImports: 4\nExport: TRUE\nLeast: 1\n"      \
    "Most: 3\nRespawn: TRUE\nNot used: FALSE\nRating: **\n:It_is_long,\n:_\n:and_winding.\n"

/* What is found there, imports, exports, respawning. */
#define MENU_OF(tag, imports, exports, respawn)                                                    \
    "Name: A\nReference: NONE\nIDSZ: " tag "\nImports: " imports "\nExport: " exports              \
    "\nLeast: 1\nMost: 3\nRespawn: " respawn "\nNot used: FALSE\nRating: **\n::::::::"

typedef struct beside {
    const char *name, *text;
} beside;

/* Out of a list that ends with a row without a name. */
static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    const beside *file = user;
    size_t        size;

    while (file->name && strcmp(file->name, companion->name) != 0)
        file++;
    if (!file->name)
        return false;
    size = strlen(file->text);
    *out = (ptl_bytes){ malloc(size + 1), size, size + 1, { 0 } };
    CHECK(out->data != NULL);
    memcpy(out->data, file->text, size + 1);
    return true;
}

/* Four by two fans: an impassable one at 1, 0 and a wall at 2, 0. */
static ptl_doc *level(void)
{
    ptl_doc *doc;

    CHECK_UINT(ptl_mpd_new(&doc, 4, 2, NULL, NULL), PTL_OK);
    ptl_mpd_of(doc)->words.data[1] |= (uint32_t)PTL_MPD_FX_IMPASS << 16;
    ptl_mpd_of(doc)->words.data[2] |= (uint32_t)PTL_MPD_FX_WALL << 16;
    return doc;
}

typedef struct heard {
    const char *rule;
    size_t      count;
    ptl_diag    last;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    if (strcmp(diag->rule, h->rule) != 0)
        return;
    h->count++;
    h->last = *diag;
}

static heard check_as(const char *profile, const ptl_doc *doc, const beside *files,
                      const char *rule)
{
    heard          h    = { .rule = rule };
    ptl_check_opts opts = { .profile  = profile,
                            .listener = { .hear = hear, .user = &h },
                            .files    = { .load = load, .user = (void *)files } };

    CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
    return h;
}

static heard check_with(const ptl_doc *doc, const beside *files, const char *rule)
{
    return check_as(NULL, doc, files, rule);
}

static void lists_are_held_against_the_level(void)
{
    static const struct {
        const char  *name, *text, *rule;
        ptl_severity severity;
        const char  *says; /* NULL: nothing is found */
    } cases[] = {
        { "passage.txt", "Gate: 3 0 4 1 F F F", "mpd-passage-outside", PTL_WARNING, "(Gate)" },
        { "passage.txt", "Gate: 0 1 3 1 F F F", "mpd-passage-outside", PTL_WARNING, NULL },
        { "passage.txt", "\nGate: 3 0 2 1 F F F", "passage-reversed", PTL_WARNING,
          "passage.txt, 2:6: " },
        { "passage.txt", "Gate: -1 0 2 1 F F F", "passage-outside", PTL_WARNING, "-1, 0" },
        { "passage.txt", "Gate: 3 0 4 1 F F F", "mpd-passage-outside", PTL_WARNING,
          "passage.txt, 1:6: " },
        { "passage.txt", "A: 0 0 0 0 T F F\nGate: 1 0 2 0 F F F\nB: 2 0 2 0 F F F",
          "mpd-passage-solid", PTL_NOTE,
          "passage.txt, 2:6: closed passages over nothing but solid fans, as doors are: 2, the "
          "first of them 1 (Gate)" },
        { "passage.txt", "\n\nGate: 0 0 9 1 F F F", "mpd-passage-solid", PTL_NOTE,
          "passage.txt, 3:6: closed passage 0 (Gate) lies over solid fans, too, 2 of 8" },
        { "passage.txt", "Gate: 1 0 2 0 T F F", "mpd-passage-solid", PTL_NOTE, NULL },
        { "passage.txt", "Gate: 1 0 2 0 T F F", "mpd-passage-shut", PTL_WARNING, "nothing opens" },
        { "passage.txt", "Gate: 1 0 2 0 F F F", "mpd-passage-shut", PTL_WARNING, NULL },
        { "passage.txt", "Gate: 1 0 3 0 T F F", "mpd-passage-shut", PTL_WARNING, NULL },
        { "passage.txt", "Gate: 0 1 3 1 F F F", "mpd-passage-solid", PTL_NOTE, NULL },
        { "passage.txt", "Gate: 0 1 x 1 F F F\nB: 0 0 0 0 T T T", "passage-line", PTL_WARNING,
          "passage.txt, 1:11: " },
        { "passage.txt", "Gate: 0 1 x 1 F F F", "passage-line", PTL_ERROR, "no other line" },
        { "spawn.txt", "Bat: NONE 5 4.0 0 0 N 0 0 0 0 0 F F E", "mpd-spawn-outside", PTL_WARNING,
          "spawn.txt, 1:5: spawn 0 (Bat) stands at 4, 0" },
        { "spawn.txt", "Bat: NONE 5 -.1 0 0 N 0 0 0 0 0 F F E", "mpd-spawn-outside", PTL_WARNING,
          "(Bat)" },
        { "spawn.txt", "Bat: NONE 5 3.9 1.9 0 N 0 0 0 0 0 F F E", "mpd-spawn-outside", PTL_WARNING,
          NULL },
        { "spawn.txt", "Bat: NONE 5 1.5 0.5 0 N 0 0 0 0 0 F F E", "mpd-spawn-solid", PTL_NOTE,
          "1, 0" },
        { "spawn.txt", "Bat: NONE 5 2.5 0.5 0 N 0 0 0 0 0 F F E", "mpd-spawn-solid", PTL_NOTE,
          NULL },
        { "spawn.txt", "Bat: NONE 5 0 0 0 N 0 0 0 0 0 F F e", "spawn-team", PTL_WARNING,
          "spawn.txt, 1:5: " },
        { "wawalite.txt", "a: F\nNumber of Water Layers : abc", "water-number", PTL_ERROR,
          "wawalite.txt, 2:26: " },
        { "wawalite.txt", "a: F\nlayers: 12 layers", "water-number", PTL_ERROR,
          "wawalite.txt, 2:9: the number of water layers is \"12\"; allowed: 0, 1 and 2" },
        { "wawalite.txt", ALPHA("255"), "water-number", PTL_WARNING, NULL },
        { "wawalite.txt", ALPHA("256"), "water-number", PTL_WARNING,
          "a layer's alpha is \"256\"; allowed: 0 to 255" },
        { "wawalite.txt", ALPHA("-1"), "water-number", PTL_WARNING, "\"-1\"" },
        { "wawalite.txt", WATER, "water-number", PTL_ERROR, NULL },
        { "wawalite.txt", WATER " fog: 1 fog: thick", "water-number", PTL_ERROR, "value 55" },
        { "wawalite.txt", "a: F", "values-end", PTL_ERROR, "layers" },
        { "menu.txt", MENU, "menu-number", PTL_ERROR, NULL },
        { "menu.txt", "a: b a: b a: b a: b a: b a: few", "menu-number", PTL_ERROR, "\"few\"" },
        { "menu.txt", MENU ":_\n:\n:\n:_\n:\n", "menu-value", PTL_WARNING, NULL },
        { "menu.txt", MENU, "menu-value", PTL_WARNING, "lines of the summary: 3; engines want 8" },
        { "menu.txt", MENU_OF("MAIN", "4", "T", "T"), "menu-value", PTL_WARNING,
          "menu.txt, 3:7: what must have been found there is \"MAIN\"" },
        { "menu.txt", MENU_OF("[MAIN] 4", "four", "T", "T"), "menu-value", PTL_WARNING,
          "menu.txt, 4:10: the number of heroes one may bring is \"four\"" },
        { "menu.txt", MENU_OF("[NONE]", "4", "\n", "T"), "menu-value", PTL_WARNING,
          "menu.txt, 5:9: whether heroes may be taken along is \"\"" },
        { "menu.txt", MENU_OF("[NONE]", "4", "FALSE TRUE", "never"), "menu-value", PTL_WARNING,
          "menu.txt, 8:10: whether the dead come back is \"never\"" },
    };
    ptl_doc *doc = level();

    for (size_t i = 0; i < COUNT(cases); i++) {
        beside files[] = { { cases[i].name, cases[i].text }, { 0 } };
        heard  h       = check_with(doc, files, cases[i].rule);

        CHECK((h.count > 0) == (cases[i].says != NULL));
        if (h.count == 0)
            continue;
        CHECK_UINT(h.last.severity, cases[i].severity);
        CHECK(strstr(h.last.message, cases[i].says) != NULL);
    }
    ptl_doc_free(doc);
}

/* Whoever stands in a closed passage is its door; one in an open passage, or beside it, is not. */
static void doors_stand_on_solid_fans(void)
{
    static const char spawns[] = "Door: NONE 5 1.5 0.5 0 N 0 0 0 0 0 F F N\n";
    static const struct {
        const char *passages;
        size_t      count;
    } cases[]    = { { "A: 1 0 1 0 F F F\n", 0 },
                     { "A: 0 0 3 1 F F F\nB: 1 0 1 0 F F F\n", 0 },
                     { "A: 1 0 1 0 T F F\n", 1 },
                     { "A: 0 0 0 0 F F F\nB: 2 0 3 0 F F F\nC: 0 1 3 1 F F F\n", 1 },
                     { "A: 2 0 1 0 F F F\n", 1 } };
    ptl_doc *doc = level();

    for (size_t i = 0; i < COUNT(cases); i++) {
        beside files[] = { { "spawn.txt", spawns }, { "passage.txt", cases[i].passages }, { 0 } };

        CHECK_UINT(check_with(doc, files, "mpd-spawn-solid").count, cases[i].count);
    }
    ptl_doc_free(doc);
}

/* A number of a passage means something only beside passages. */
static void spawns_refer_to_passages(void)
{
    static const char spawns[] = "Door: NONE 5 0 0 0 N 0 0 2 0 0 F F N\n"
                                 "Door: NONE 5 0 0 0 N 0 0 1 0 0 F F N\n"
                                 "Door: NONE 5 0 0 0 N 0 0 -1 0 0 F F N\n";
    beside            both[]   = { { "spawn.txt", spawns },
                                   { "passage.txt", "A: 0 0 0 0 T T T\nB: 0 0 0 0 T T T" },
                                   { 0 } };
    beside            one[]    = { { "spawn.txt", spawns }, { 0 } };
    ptl_doc          *doc      = level();

    CHECK_UINT(check_with(doc, both, "mpd-spawn-passage").count, 2);
    CHECK_UINT(check_with(doc, one, "mpd-spawn-passage").count, 0);
    ptl_doc_free(doc);
}

static void water_without_layers_is_noted(void)
{
    static const char dry[] = "a: T a: 0" /* the rest is as it was */;
    char              text[sizeof WATER];
    beside            files[] = { { "wawalite.txt", text }, { 0 } };
    ptl_doc          *doc     = level();

    memcpy(text, WATER, sizeof text);
    memcpy(text, dry, sizeof dry - 1);
    CHECK_UINT(check_with(doc, files, "mpd-dry").count, 0);
    ptl_mpd_of(doc)->words.data[0] |= (uint32_t)PTL_MPD_FX_WATER << 16;
    CHECK_UINT(check_with(doc, files, "mpd-dry").count, 1);
    ptl_doc_free(doc);
}

static bool says(const ptl_doc *doc, const beside *files, const char *what)
{
    ptl_bytes page      = { 0 };
    ptl_files load_them = { .load = load, .user = (void *)files };
    bool      found;

    CHECK_UINT(ptl_info_beside(&page, doc, PTL_PAGE_JSON, files ? &load_them : NULL, NULL), PTL_OK);
    found = ptl_str_holds((ptl_str){ (const char *)page.data, page.size },
                          (ptl_str){ what, strlen(what) });
    ptl_bytes_free(&page);
    return found;
}

/* What cannot be read is no fact; a stranger's level has nothing beside it. */
static void pages_have_the_title_of_the_module(void)
{
    static const char spawns[]  = "Hero: NONE 0 0 0 0 N 0 0 0 0 0 T F G\n"
                                  "Hat: NONE 0 0 0 0 I 0 0 0 0 0 F F N\n";
    beside            files[]   = { { "menu.txt", MENU }, { "spawn.txt", spawns }, { 0 } };
    beside            cut[]     = { { "menu.txt", "Name: The_Long_Way" }, { 0 } };
    ptl_doc          *doc       = level();
    ptl_read_opts     stranger  = { .untrusted = true };
    ptl_bytes         bytes     = must_write(doc, NULL);
    ptl_doc          *untrusted = must_read(bytes.data, bytes.size, &stranger);

    CHECK(says(doc, files, "\"module\": \"The Long Way\""));
    CHECK(says(doc, files, "\"summary\": \"It is long, and winding.\""));
    CHECK(says(doc, files, "\"rating\": \"**\""));
    CHECK(says(doc, files, "\"spawns\": 2") && says(doc, files, "\"carried\": 1"));
    CHECK(!says(doc, files, "\"after\""));
    CHECK(!says(doc, cut, "\"module\"") && !says(doc, NULL, "\"module\""));
    CHECK(!says(untrusted, files, "\"module\""));
    ptl_bytes_free(&bytes);
    ptl_doc_free(untrusted);
    ptl_doc_free(doc);
}

/* ---- The newest engine ---------------------------------------------------------------------- */

#define ENGINE_NEWER "$FILE_VERSION 2 // so\n"
#define ENGINE_NUMBERS16 ":1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1"
#define ENGINE_WET ":F:0:1:1:.5:55.5:t:TRUE:False:f:0:0:0:0:1:1" ENGINE_NUMBERS16
#define ENGINE_AIR ":1:1:1:1:1:1:1:1:1:1:3:7:256:FIRE"
#define ENGINE_REST ":T:0:F:T:10:0.02"
#define ENGINE_MENU                                                                                \
    "a:A a:NONE a:[NONE] 3\na:4 a:T a:1 a:4 a:A a:F a:**\n:_\n:_\n:_\n:_\n:_\n:_\n:_\n:_\n"
#define ENGINE_SPAWN "Ant: NONE 6 0.5 0.5 1 ? 0 ? 0 0 0 F F E"

/* It reads a list as a whole, or not at all; others look for the next colon. */
static void the_engine_stops_at_bad_values(void)
{
    static const struct {
        const char *file, *text, *rule, *message; /* no rule: it takes the text */
    } cases[] = {
        { "spawn.txt", ENGINE_SPAWN "\n// so: it is\n#dependency %Bat 4\n" ENGINE_SPAWN " // there",
          NULL, NULL },
        { "spawn.txt", "Bat NONE 5\n" ENGINE_SPAWN, "engine-spawn",
          "1:1: the newest engine stops here: it wants a colon" },
        { "spawn.txt", ENGINE_SPAWN "\n : NONE 6 0 0 0 N", "engine-spawn",
          "2:2: the newest engine stops here: it wants a name that begins with a letter" },
        { "spawn.txt", "1st: NONE 6 0.5 0.5 1 N 0 0 0 0 0 F F E", "engine-spawn", "1:1: " },
        { "spawn.txt", ENGINE_SPAWN "vil\n", "engine-spawn", "team, which is one letter" },
        { "spawn.txt", "Ant: NONE 6 x 0 1 N 0 0 0 0 0 F F E", "engine-spawn", "it wants a number" },
        { "spawn.txt", "Ant: NONE 6 0 0 1 N 0 0 0 0 0 no F E", "engine-spawn", "TRUE, F or FALSE" },
        { "spawn.txt", ENGINE_SPAWN "\n/ so", "engine-spawn", "2:2: " },
        { "spawn.txt", "#depends Bat 4\n" ENGINE_SPAWN, "engine-spawn", "it wants dependency" },
        { "passage.txt", "0 a: 0 0 0 0 T F f// so\n", NULL, NULL },
        { "passage.txt", "a: 0 0 0 0 T\n", "engine-passage", "1:13: " },
        { "passage.txt", "a: 0 0 0 0 T F F\nb: 0 0 0 0 To F F\n", "engine-passage", "2:12: " },
        { "passage.txt", "// a: b\nb: 0 0 0 0 T F F\n", "engine-passage", "a whole number" },
        { "passage.txt", "a: 0 0 0 0 T F F\n//b: 0 0 0 0 T F F\n//c: 0 0 0 0 T F F", NULL, NULL },
        { "passage.txt",
          "a: 0 0 0 0 T F F\n//b: 0 0 0 0 T F F\n//c: 0 0 0 0 T F F\nd: 0 0 0 0 T F F",
          "engine-comment", "2:4: the engine finds passage 1 in a comment, and counts on" },
        { "passage.txt", "a: 0 0 0 0 T F F\n//b: 0 0 0 0 false F F", "engine-comment",
          "finds passage 1 in a comment, and closes it" },
        { "menu.txt", ENGINE_MENU, NULL, NULL },
        { "menu.txt", "a:A a:NONE a:NONE", "engine-menu", "four letters in brackets" },
        { "menu.txt", "a:A a:NONE a:[NONE]\na:x", "engine-menu", "2:3: " },
        { "menu.txt", "a:A a:NONE a:[NONE]\n", "engine-menu", "a colon, and a value behind it" },
        { "wawalite.txt", ENGINE_NEWER ENGINE_WET ENGINE_AIR ":NONE " ENGINE_REST, NULL, NULL },
        { "wawalite.txt", "// old\n" ENGINE_WET ENGINE_AIR ENGINE_REST ":1:1:1:1:1:F:1:1:1", NULL,
          NULL },
        { "wawalite.txt", ENGINE_WET ENGINE_AIR ":NONE " ENGINE_REST, "engine-wawalite",
          "T, TRUE, F or FALSE" },
        { "wawalite.txt", ENGINE_NEWER ENGINE_WET ENGINE_AIR ":NONE " ENGINE_REST ":thick",
          "engine-wawalite", "a number" },
        { "wawalite.txt", ENGINE_NEWER ENGINE_WET, "engine-wawalite",
          "a colon, and a value behind it" },
        { "wawalite.txt", ENGINE_NEWER ":F:abc", "engine-wawalite", "2:4: " },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        static const char *const rules[] = { "engine-spawn", "engine-passage", "engine-comment",
                                             "engine-menu", "engine-wawalite" };
        beside                   files[] = { { cases[i].file, cases[i].text },
                                             { "wawalite.txt",
                                               ENGINE_NEWER ENGINE_WET ENGINE_AIR ":NONE " ENGINE_REST },
                                             { "menu.txt", ENGINE_MENU },
                                             { "spawn.txt", ENGINE_SPAWN },
                                             { 0 } };

        for (size_t k = 0; k < COUNT(rules); k++) {
            bool           hit  = cases[i].rule && strcmp(cases[i].rule, rules[k]) == 0;
            heard          h    = { .rule = rules[k] };
            ptl_check_opts opts = { .listener = { hear, &h, NULL },
                                    .profile  = "engine",
                                    .files    = { .load = load, .user = files } };
            ptl_doc       *doc  = level();

            CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
            CHECK_UINT(h.count, hit);
            CHECK(!hit || strstr(h.last.message, cases[i].message));
            CHECK(!hit || h.last.engine == (strcmp(cases[i].rule, "engine-comment") == 0
                                                ? PTL_FATE_WRONG
                                                : PTL_FATE_REFUSES));
            ptl_doc_free(doc);
        }
    }
}

/* Beside a level alone nothing is missed but its wawalite.txt. */
static void the_engine_misses_texts_of_modules(void)
{
    static const char *const rules[] = { "engine-menu", "engine-spawn", "engine-passage" };
    beside                   empty[] = { { "passage.txt", "" }, { 0 } }, none[] = { { 0 } };

    for (size_t i = 0; i < 2 * COUNT(rules); i++) {
        heard          h    = { .rule = rules[i / 2] };
        ptl_check_opts opts = { .listener = { hear, &h, NULL },
                                .profile  = "engine",
                                .files    = { .load = load, .user = i % 2 ? empty : none } };
        ptl_doc       *doc  = level();

        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        CHECK_UINT(h.count, i % 2 && i < 4);
        ptl_doc_free(doc);
    }
}

/* What a level with water does not go without is a file it says it needs. */
static void water_needs_its_file(void)
{
    ptl_doc      *doc = level();
    ptl_companion file;
    bool          needed[2] = { false, false };

    for (int wet = 0; wet < 2; wet++) {
        for (size_t i = 0; ptl_doc_companion(&file, doc, i); i++)
            if (strcmp(file.name, "wawalite.txt") == 0)
                needed[wet] = file.needed && file.exact;
        ptl_mpd_of(doc)->words.data[0] |= (uint32_t)PTL_MPD_FX_WATER << 16;
    }
    CHECK(!needed[0] && needed[1]);
    ptl_doc_free(doc);
}

/* A level under water misses its file; the engine misses it in any level. */
static void missing_files_are_told_of(void)
{
    static const struct {
        bool         wet;
        const char  *profile, *rule;
        size_t       count;
        ptl_severity severity;
        ptl_fate     fate;
    } cases[] = {
        { false, NULL, "file-missing", 1, PTL_NOTE, PTL_FATE_NONE }, /* the sheet of its fans */
        { true, NULL, "file-missing", 4, PTL_WARNING, PTL_FATE_NONE },
        { true, "document", "file-missing", 4, PTL_WARNING, PTL_FATE_NONE },
        { true, "engine", "file-missing", 3, PTL_NOTE, PTL_FATE_UNKNOWN },
        { false, "engine", "engine-alone", 1, PTL_WARNING, PTL_FATE_WRONG },
        { true, "engine", "engine-alone", 1, PTL_WARNING, PTL_FATE_WRONG },
        { true, "engine", "engine-wawalite", 0, 0, PTL_FATE_NONE }, /* it is in no module */
        { true, NULL, "engine-wawalite", 0, 0, PTL_FATE_NONE },
    };
    beside none[] = { { 0 } };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_doc       *doc  = level();
        heard          h    = { .rule = cases[i].rule };
        ptl_check_opts opts = { .profile  = cases[i].profile,
                                .listener = { .hear = hear, .user = &h },
                                .files    = { .load = load, .user = none } };

        ptl_mpd_of(doc)->words.data[0] |= cases[i].wet ? (uint32_t)PTL_MPD_FX_WATER << 16 : 0;
        CHECK_UINT(ptl_check(doc, &opts, NULL), PTL_OK);
        CHECK_UINT(h.count, cases[i].count);
        CHECK_UINT(h.last.severity, cases[i].severity);
        CHECK_UINT(h.last.engine, cases[i].fate);
        ptl_doc_free(doc);
    }
}

/* A level alone is no module, and one without water can be by itself. */
static void modules_miss_their_wawalite(void)
{
    beside   with[] = { { "passage.txt", "A: 0 0 0 0 T T T" }, { "wawalite.txt", WATER }, { 0 } };
    beside   without[] = { { "passage.txt", "A: 0 0 0 0 T T T" }, { 0 } };
    beside   none[]    = { { 0 } };
    ptl_doc *doc       = level();
    size_t   alone     = check_with(doc, none, "file-missing").count;
    heard    h         = check_with(doc, without, "file-missing");

    CHECK_UINT(check_with(doc, with, "file-missing").count, alone);
    CHECK_UINT(h.count, alone + 1);
    CHECK_UINT(h.last.severity, PTL_NOTE);
    CHECK(strstr(h.last.message, "wawalite.txt") != NULL);
    CHECK_UINT(check_as("engine", doc, without, "engine-wawalite").last.engine, PTL_FATE_REFUSES);
    CHECK_UINT(check_as("engine", doc, without, "engine-alone").count, 0);
    CHECK_UINT(check_as("engine", doc, none, "engine-alone").last.engine, PTL_FATE_WRONG);
    ptl_doc_free(doc);
}

static void closed_passages_stop_walkers(void)
{
    static const char text[] = "Gate: 0 0 0 1 F F F\nOpen: 3 0 3 0 T T F\nIce: 1 1 1 1 F F T\n"
                               "Reversed: 2 1 1 1 F F F\nFar: 9 9 12 9 F F F\n";
    ptl_doc          *doc = level(), *list = must_read(text, sizeof text - 1, NULL);
    const ptl_mpd    *mesh = ptl_mpd_view(doc);

    CHECK(ptl_mpd_walkable(mesh, NULL, 64, 64));
    CHECK(!ptl_mpd_walkable(mesh, ptl_passage_view(list), 64, 64));
    CHECK(!ptl_mpd_walkable(mesh, ptl_passage_view(list), 64, 192));
    CHECK(ptl_mpd_walkable(mesh, ptl_passage_view(list), 3.5 * 128, 64));
    CHECK(!ptl_mpd_walkable(mesh, ptl_passage_view(list), 1.5 * 128, 64));
    CHECK(!ptl_mpd_walkable(mesh, ptl_passage_view(list), -1, 64));
    CHECK(ptl_mpd_walkable(mesh, ptl_passage_view(list), 1.5 * 128, 192));  /* ice */
    CHECK(ptl_mpd_walkable(mesh, ptl_passage_view(list), 2.5 * 128, 192));  /* no fan at all */
    CHECK(!ptl_mpd_walkable(mesh, ptl_passage_view(list), 3.5 * 128, 192)); /* clamped */
    ptl_doc_free(list);
    ptl_doc_free(doc);
}

/* Two rooms with a wall between them, and a closed passage in it: as doors of the game are. */
static void doors_in_walls_are_ways(void)
{
    static const struct {
        const char *passages;
        size_t      apart;
    } cases[] = { { "// none", 1 },
                  { "Gate: 4 1 4 1 F F F", 0 },
                  { "Gate: 4 1 4 1 T F F", 1 },
                  { "Gate: 4 0 4 0 F F F\nGate: 4 2 4 2 F T F", 0 } };

    for (size_t i = 0; i < COUNT(cases); i++) {
        beside   files[] = { { "passage.txt", cases[i].passages }, { 0 } };
        ptl_doc *doc;

        CHECK_UINT(ptl_mpd_new(&doc, 9, 3, NULL, NULL), PTL_OK);
        for (size_t y = 0; y < 3; y++)
            ptl_mpd_of(doc)->words.data[9 * y + 4] |= (uint32_t)PTL_MPD_FX_IMPASS << 16;
        CHECK_UINT(check_with(doc, files, "mpd-unreachable").count, cases[i].apart);
        ptl_doc_free(doc);
    }
}

#define LISTS                                                                                      \
    { "menu.txt", MENU },                                                                          \
        { "passage.txt", "0 Gate: 0 0 0 1 F F F\n7 Court: 1 1 3 9 T T T\nGone: 8 8 9 9 F F F" },   \
    {                                                                                              \
        "spawn.txt", "Bat: NONE 5 3.5 1.5 0 W 0 0 0 0 0 F F E\n"                                   \
                     "Ant: NONE 6 0.5 0.5 0 ? 0 0 0 0 0 F F E\n"                                   \
                     " Hat: NONE 7 0 0 0 I 0 0 0 0 0 F F N\n"                                      \
                     "Bat : NONE 5 2.5 1.5 0 N 0 0 0 0 0 F F N\n"                                  \
                     "Far: NONE 5 9 9 0 N 0 0 0 0 0 F F N\n"                                       \
    }

static size_t texts_of(const ptl_plan *plan, const char *layer, const char *wanted)
{
    size_t found = 0;

    for (size_t k = 0; k < plan->layers.count; k++) {
        const ptl_plan_layer *l = &plan->layers.data[k];

        for (size_t i = l->item; strcmp(l->name, layer) == 0 && i < l->item + l->count; i++) {
            const ptl_plan_item *item = &plan->items.data[i];
            ptl_str              text = item->kind == PTL_PLAN_TEXT   ? item->as.text.text
                                        : item->kind == PTL_PLAN_SPOT ? item->as.spot.text
                                                                      : (ptl_str){ 0 };

            found += text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
        }
    }
    return found;
}

/* Passages are areas with numbers, spawns of one name are a kind in the legend, in the order in
 * which they come; what is not on the level is not drawn. */
static void plans_show_passages_and_spawns(void)
{
    beside         files[] = { LISTS, { 0 } }, none[] = { { 0 } };
    ptl_write_opts opts = { .files = { .load = load, .user = files } };
    ptl_doc       *doc  = level();
    ptl_plan      *plan = must_plan(doc, &opts);
    const float   *gate = plan->points.data + 2 * path_of(plan, "passages", 0)->point;
    float          cell = plan->pages.data[0].cells.width;

    CHECK(plan->name.size == 12 && memcmp(plan->name.data, "The Long Way", 12) == 0);
    CHECK_UINT(texts_of(plan, "title", "The Long Way"), 1);
    CHECK(gate[0] == plan->pages.data[0].cells.x && gate[2] == gate[0] + cell);
    CHECK_UINT(texts_of(plan, "passages", "Gate"), 1); /* in the legend, by its number */
    CHECK_UINT(texts_of(plan, "passages", "0"), 2);
    CHECK_UINT(texts_of(plan, "passages", "2"), 2); /* of one that engines put at the rim */
    CHECK_UINT(texts_of(plan, "passages", "passage 1: 7 Court, open, shots pass, slippery"), 1);
    CHECK_UINT(texts_of(plan, "passages", "closed: a door (2)"), 1);
    CHECK_UINT(texts_of(plan, "spawns", "Bat (2)"), 1);
    CHECK_UINT(texts_of(plan, "spawns", "Ant") + texts_of(plan, "spawns", "Far"), 2);
    CHECK_UINT(texts_of(plan, "spawns", "Hat"), 0);
    CHECK_UINT(texts_of(plan, "spawns", "Bat, team E, faces W, slot 5"), 1);
    CHECK_UINT(texts_of(plan, "spawns", "Far, team N, faces N, slot 5"), 0);
    ptl_plan_free(plan);
    opts.files.user = none;
    plan            = must_plan(doc, &opts);
    for (size_t i = 0; i < plan->layers.count; i++)
        CHECK(strcmp(plan->layers.data[i].name, "spawns") != 0 &&
              strcmp(plan->layers.data[i].name, "passages") != 0);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* The fan that the number of a passage stands in, by the middle of the digit. */
static void number_stands_in(const char *passage, const char *spawn, unsigned x, unsigned y)
{
    beside               files[] = { { "passage.txt", passage }, { "spawn.txt", spawn }, { 0 } };
    ptl_write_opts       opts    = { .files = { .load = load, .user = files } };
    ptl_doc             *doc     = level();
    ptl_plan            *plan    = must_plan(doc, &opts);
    const ptl_plan_box  *cells   = &plan->pages.data[0].cells;
    const ptl_plan_text *found   = NULL;

    for (size_t i = 0; i < plan->items.count && !found; i++)
        if (plan->items.data[i].kind == PTL_PLAN_TEXT &&
            ptl_str_is(plan->items.data[i].as.text.text, "0") &&
            plan->items.data[i].as.text.anchor == PTL_ANCHOR_MIDDLE &&
            plan->items.data[i].as.text.y > cells->y)
            found = &plan->items.data[i].as.text;
    CHECK(found != NULL);
    CHECK_UINT((unsigned)((found->x - cells->x) / cells->width), x);
    CHECK_UINT((unsigned)((found->y - found->size * 0.36f - cells->y) / cells->height), y);
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Doors stand in the middle of their passages, and numbers are to be seen. */
static void numbers_are_not_below_spawns(void)
{
    number_stands_in("0 Gate: 1 1 1 1 F F F", "Bat: NONE 5 0.5 0.5 0 W 0 0 0 0 0 F F E", 1, 1);
    number_stands_in("0 Gate: 0 1 2 1 F F F", "Bat: NONE 5 1.5 1.5 0 W 0 0 0 0 0 F F E", 0, 1);
    number_stands_in("0 Gate: 1 1 1 1 F F F", "Bat: NONE 5 1.5 1.5 0 W 0 0 0 0 0 F F E", 2, 1);
    number_stands_in("0 Gate: 1 1 1 1 F F F",
                     "Bat: NONE 5 1.5 1.5 0 W 0 0 0 0 0 F F E\n"
                     "Bat: NONE 5 2.5 1.5 0 W 0 0 0 0 0 F F E",
                     0, 1);
}

static const ptl_scene_node *node_named(const ptl_scene *scene, const char *name, size_t which)
{
    for (size_t i = 0; i < scene->nodes.count; i++)
        if (ptl_str_is(scene->nodes.data[i].name, name) && which-- == 0)
            return &scene->nodes.data[i];
    return NULL;
}

static bool notes_are(const ptl_scene_node *node, const char *wanted)
{
    return ptl_str_is(node->extras, wanted);
}

static ptl_scene_box box_of(const ptl_scene *scene, const ptl_scene_node *node)
{
    ptl_scene_box box = { { 0 }, { 0 } };

    CHECK(ptl_scene_mesh_bounds(&box, &scene->meshes.data[node->mesh]));
    return box;
}

/* A marker for each passage and each spawn that stands on the level: where, which way, and with
 * what the lists say of it. */
static void scenes_mark_passages_and_spawns(void)
{
    beside                files[] = { LISTS, { 0 } };
    ptl_setting           none    = { "no-markers", "", 0 };
    ptl_write_opts        opts    = { .files = { .load = load, .user = files } };
    ptl_doc              *doc     = level();
    ptl_scene            *scene;
    const ptl_scene_node *gate, *court, *bat, *other, *ant;
    ptl_scene_box         box;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    gate  = node_named(scene, "0 Gate", 0);
    court = node_named(scene, "7 Court", 0);
    bat   = node_named(scene, "Bat", 0);
    other = node_named(scene, "Bat", 1);
    ant   = node_named(scene, "Ant", 0);
    CHECK(gate && court && bat && other && ant && node_named(scene, "Gone", 0));
    CHECK(!node_named(scene, "Far", 0) && !node_named(scene, "Hat", 0));
    CHECK(ptl_str_is(scene->nodes.data[gate->parent].name, "passages"));
    CHECK(ptl_str_is(scene->nodes.data[bat->parent].name, "spawns"));
    box = box_of(scene, gate);
    CHECK(box.least[0] == 0 && box.most[0] == 128 && box.least[2] == 0 && box.most[2] == 256);
    CHECK(box.most[1] >= 128 && box_of(scene, court).most[1] < 64); /* a door, and a fence */
    CHECK(bat->translation[0] == 448 && bat->translation[2] == 192);
    CHECK(bat->rotation[1] > 0.7f && other->rotation[3] == 1); /* west, north */
    CHECK(bat->mesh != other->mesh);                           /* a pawn, and a thing */
    CHECK(scene->meshes.data[bat->mesh].parts.data[0].material ==
          scene->meshes.data[other->mesh].parts.data[0].material);
    CHECK(notes_are(gate,
                    "{ \"passage\": 0, \"name\": \"0 Gate\", \"x0\": 0, \"y0\": 0, \"x1\": 0, "
                    "\"y1\": 1, \"open\": false, \"shoot_through\": false, "
                    "\"slippery\": false }"));
    CHECK(notes_are(ant,
                    "{ \"spawn\": 1, \"name\": \"Ant\", \"called\": \"NONE\", \"team\": \"E\", "
                    "\"slot\": 6, \"facing\": \"?\", \"passage\": 0, \"level\": 0, "
                    "\"carries\": [\"Hat\"] }"));
    ptl_scene_free(scene);
    opts.settings      = &none;
    opts.setting_count = 1;
    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    CHECK_UINT(scene->nodes.count, 1);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* Who begins in the air falls: a pole leads to where. */
static void poles_lead_down_to_the_ground(void)
{
    beside                files[] = { { "spawn.txt", "Bat: NONE 5 3.5 1.5 7 W 0 0 0 0 0 F F E\n"
                                                                    "Ant: NONE 6 0.5 0.5 .1 ? 0 0 0 0 0 F F E\n"
                                                                    "Bat: NONE 5 2.5 1.5 2 N 0 0 0 0 0 F F N\n" },
                                      { 0 } };
    ptl_write_opts        opts    = { .files = { .load = load, .user = files } };
    ptl_doc              *doc     = level();
    ptl_scene            *scene;
    const ptl_scene_node *bat, *pole, *other;
    ptl_scene_box         box;

    CHECK_UINT(ptl_scene_make(&scene, doc, &opts, NULL), PTL_OK);
    bat   = node_named(scene, "Bat", 0);
    pole  = node_named(scene, "pole", 0);
    other = node_named(scene, "pole", 1);
    CHECK(bat && pole && other && !node_named(scene, "pole", 2));
    CHECK(bat->translation[1] == 896);
    CHECK(pole->parent == (uint32_t)(bat - scene->nodes.data) && pole->mesh == other->mesh);
    CHECK(pole->translation[1] == -896 && pole->scale[1] == 896 && other->scale[1] == 256);
    box = box_of(scene, pole);
    CHECK(box.least[1] == 0 && box.most[1] == 1);
    ptl_scene_free(scene);
    ptl_doc_free(doc);
}

/* A plan has signs of its own for them, and shows the ground below without. */
static void plans_look_down_on_no_markers(void)
{
    beside         files[] = { LISTS, { 0 } };
    ptl_write_opts opts    = { .files = { .load = load, .user = files } };
    ptl_doc       *doc     = level();
    ptl_plan      *plan    = must_plan(doc, &opts);

    CHECK(plan->scene != NULL && !node_named(plan->scene, "spawns", 0));
    ptl_plan_free(plan);
    ptl_doc_free(doc);
}

/* Lists that cannot be read are left out of a plan, and that is said. */
static void plans_go_without_lists_that_are_broken(void)
{
    beside         files[] = { { "spawn.txt", "Bat: here" }, { 0 } };
    heard          h       = { .rule = "spawn-line" };
    ptl_write_opts opts    = { .files    = { .load = load, .user = files },
                               .listener = { .hear = hear, .user = &h } };
    ptl_doc       *doc     = level();

    ptl_plan_free(must_plan(doc, &opts));
    CHECK(h.count > 0 && h.last.severity == PTL_WARNING);
    ptl_doc_free(doc);
}

static void memory_that_ends_is_said(void)
{
    beside files[] = { LISTS, { "wawalite.txt", WATER }, { 0 } };
    bool   made    = false;

    for (size_t fail_at = 1; !made; fail_at++) {
        test_heap      heap  = { 0 };
        ptl_read_opts  read  = { .allocator = test_allocator(&heap) };
        ptl_write_opts write = { .files = { .load = load, .user = files } };
        ptl_check_opts check = { .files = { .load = load, .user = files } };
        ptl_doc       *doc;
        ptl_plan      *plan  = NULL;
        ptl_scene     *scene = NULL;
        ptl_bytes      page  = { 0 };
        ptl_diag       err;

        CHECK_UINT(ptl_mpd_new(&doc, 4, 2, &read, NULL), PTL_OK);
        heap.fail_at = heap.calls + fail_at;
        made         = ptl_check(doc, &check, &err) == PTL_OK &&
               ptl_info_beside(&page, doc, PTL_PAGE_TEXT, &check.files, &err) == PTL_OK &&
               ptl_plan_make(&plan, doc, &write, &err) == PTL_OK &&
               ptl_scene_make(&scene, doc, &write, &err) == PTL_OK;
        CHECK(made || err.status == PTL_E_MEMORY);
        ptl_plan_free(plan);
        ptl_scene_free(scene);
        ptl_bytes_free(&page);
        ptl_doc_free(doc);
        CHECK_UINT(heap.held, 0);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(lists_are_held_against_the_level),
        TEST(doors_stand_on_solid_fans),
        TEST(spawns_refer_to_passages),
        TEST(water_without_layers_is_noted),
        TEST(the_engine_stops_at_bad_values),
        TEST(the_engine_misses_texts_of_modules),
        TEST(water_needs_its_file),
        TEST(missing_files_are_told_of),
        TEST(modules_miss_their_wawalite),
        TEST(doors_in_walls_are_ways),
        TEST(closed_passages_stop_walkers),
        TEST(pages_have_the_title_of_the_module),
        TEST(plans_show_passages_and_spawns),
        TEST(numbers_are_not_below_spawns),
        TEST(plans_go_without_lists_that_are_broken),
        TEST(scenes_mark_passages_and_spawns),
        TEST(poles_lead_down_to_the_ground),
        TEST(plans_look_down_on_no_markers),
        TEST(memory_that_ends_is_said),
    };

    return run_tests("mpd_module", tests, COUNT(tests));
}
