/* SPDX-License-Identifier: MIT */
/* Egoboo's passages and spawns: every value, lines that do not fit, edits, and damage. */
#include <portolan/egoboo.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) text, sizeof(text) - 1

#define PASSAGES                                                                                   \
    "// comment with: a colon\n"                                                                   \
    "0 Gate:   3  2   4  2   F       True F\n"                                                     \
    "bad: 1 2 x 4 F F F\r\n"                                                                       \
    "  Bridge :-1 5 9 6 t f F  // wide\n"                                                          \
    "\n"

#define SPAWNS                                                                                     \
    "#dependency Advent: 0\n"                                                                      \
    "Player 0:  NONE   0   4.5 6.5 -6.0  N   2   0   0   0   1   T   F   Good\n"                   \
    "  Torch:   Olga   47  0   0    0    r   0   4   3   7   0   F   T   Null //lit\n"             \
    " 41 3 3 : NONE 5\n"

static void reads_passages(void)
{
    ptl_doc            *doc  = must_read(TEXT(PASSAGES), NULL);
    const ptl_passages *list = ptl_passage_view(doc);
    const ptl_passage  *p    = list->data;

    CHECK_TEXT(ptl_doc_format(doc), "passage");
    CHECK_UINT(list->count, 2);
    CHECK(p[0].name.size == 6 && memcmp(p[0].name.data, "0 Gate", 6) == 0);
    CHECK(p[0].x0 == 3 && p[0].y0 == 2 && p[0].x1 == 4 && p[0].y1 == 2);
    CHECK(!p[0].open && p[0].shoot_through && !p[0].slippery);
    CHECK(p[1].name.size == 7 && memcmp(p[1].name.data, "Bridge ", 7) == 0);
    CHECK(p[1].x0 == -1 && p[1].open && !p[1].shoot_through);
    CHECK_UINT(ptl_passages_closed_at(list, 4, 2), 0);
    CHECK(ptl_passages_closed_at(list, 5, 5) == PTL_NO_PASSAGE); /* open */
    CHECK(ptl_passages_closed_at(list, 2, 2) == PTL_NO_PASSAGE);
    ptl_doc_free(doc);
}

static void reads_spawns(void)
{
    ptl_doc          *doc  = must_read(TEXT(SPAWNS), NULL);
    const ptl_spawns *list = ptl_spawn_view(doc);
    const ptl_spawn  *s    = list->data;

    CHECK_TEXT(ptl_doc_format(doc), "spawn");
    CHECK_UINT(list->count, 2);
    CHECK(s[0].slot == 0 && s[0].facing == 'N' && s[0].money == 2 && s[0].level == 1);
    CHECK(s[0].x == 4.5 && s[0].y == 6.5);
    CHECK(s[0].z == -6);
    CHECK(s[0].status && !s[0].ghost && !ptl_spawn_is_carried(&s[0]));
    CHECK(s[1].facing == 'R' && s[1].skin == 4 && s[1].passage == 3 && s[1].content == 7);
    CHECK(s[1].ghost && ptl_spawn_is_carried(&s[1]));
    CHECK(s[1].called.size == 4 && memcmp(s[1].called.data, "Olga", 4) == 0);
    CHECK(s[1].team.size == 4 && memcmp(s[1].team.data, "Null", 4) == 0);
    ptl_doc_free(doc);
}

/* ---- What is said --------------------------------------------------------------------------- */

typedef struct heard {
    size_t   count;
    ptl_diag first;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    if (h->count++ == 0)
        h->first = *diag;
}

static void tells_of_lines_that_do_not_fit(void)
{
    static const struct {
        const char *line, *rule, *message;
        unsigned    column;
    } cases[] = {
        { "a: 1 2 3 F F F\n", "passage-line", "y1 is \"F\"", 10 },
        { "a: 1 2 3 4\n", "passage-line", "the line ends before whether it is open", 11 },
        { "a: 1 2 3 99999999999 F F F\n", "passage-line", "y1 is \"99999999999\"", 10 },
        { "a: 1 2 3 4 F X F\n", "passage-line", "allowed: T and F", 14 },
        { "a: 1 2 3 4 // F F F\n", "passage-line", "the line ends", 12 },
        { "  a 1 2 3 4 F F F // b: c\n", "passage-line", "the line has no colon", 3 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char     text[128];
        heard    h = { 0 };
        ptl_doc *doc;

        snprintf(text, sizeof text, "first: 1 1 1 1 T T T\n%s", cases[i].line);
        doc = must_read(text, strlen(text), &(ptl_read_opts){ .listener = { hear, &h } });
        CHECK_UINT(h.count, 1);
        CHECK_TEXT(h.first.rule, cases[i].rule);
        CHECK_UINT(h.first.line, 2);
        CHECK_UINT(h.first.column, cases[i].column);
        CHECK(strstr(h.first.message, cases[i].message) != NULL);
        CHECK_UINT(ptl_passage_view(doc)->count, 1);
        ptl_doc_free(doc);
        CHECK_TEXT(must_fail(text, strlen(text), &(ptl_read_opts){ .strict = true }).rule,
                   cases[i].rule);
    }
}

/* Engines look for colons wherever they are: a passage that was commented out is still there, and
 * those behind it have other numbers. */
static void tells_of_colons_in_comments(void)
{
    static const struct {
        const char *text, *rule, *message;
        size_t      count, offset;
    } cases[] = {
        { "a: 1 1 1 1 F F F // out\n//b: 2 2 2 2 F F F\nc: 3 3 3 3 F F F\n", "passage-comment",
          "find passage 1, and count on", 1, 27 },
        { "// name: x0 y0\na: 1 1 1 1 F F F\n", "passage-comment", "the newest stops there", 1, 7 },
        { "a: 1 1 1 1 F F F // so: it is\n// b: 2 2 2 2 T // c: d\n//e: 3 3 3 3 T F F",
          "passage-comment", "the newest stops there", 3, 22 },
        { "// http://a\nA: NONE 1 0 0 0 N 0 0 0 0 0 F F E\n", "spawn-comment", "older engines", 1,
          7 },
        { "a: 1 1 1 1 F F F // out / b; c\n", NULL, NULL, 0, 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        heard    h   = { 0 };
        ptl_doc *doc = must_read(cases[i].text, strlen(cases[i].text), NULL);

        CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
        CHECK_UINT(h.count, cases[i].count);
        if (h.count > 0) {
            CHECK_TEXT(h.first.rule, cases[i].rule);
            CHECK(strstr(h.first.message, cases[i].message) != NULL);
            CHECK_UINT(h.first.offset, cases[i].offset);
        }
        ptl_doc_free(doc);
    }
}

static void checks_each_rule(void)
{
    static const struct {
        const char *text, *rule;
    } cases[] = {
        { "a: 5 5 4 5 F F F\n", "passage-reversed" },
        { "a: -5 5 4 5 F F F\n", "passage-outside" },
        { "a: NONE 1 0 0 0 L 0 0 0 0 0 F F Null\n", "spawn-carried" },
        { "a: NONE 1 0 0 0 N 0 5 0 0 0 F F Null\n", "spawn-skin" },
        { "a: NONE 1 0 0 0 N 0 0 0 0 0 F F null\n", "spawn-team" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        heard    h   = { 0 };
        ptl_doc *doc = must_read(cases[i].text, strlen(cases[i].text), NULL);

        CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
        CHECK_UINT(h.count, 1);
        CHECK_TEXT(h.first.rule, cases[i].rule);
        ptl_doc_free(doc);
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void must_write_as(const ptl_doc *doc, const char *want)
{
    ptl_bytes bytes = must_write(doc, NULL);

    CHECK_BYTES(bytes.data, bytes.size, want, strlen(want));
    ptl_bytes_free(&bytes);
}

/* Engines take the last two letters of a passage for F where they are not there. */
static void letters_may_be_left_out(void)
{
    static const char text[] = "a: 1 2 3 4 T\nb: 1 2 3 4 F t  // not slippery\nc: 1 2 3 4 F F T";
    ptl_doc          *doc    = must_read(TEXT(text), NULL);
    ptl_passage      *p      = ptl_passage_of(doc)->data;

    CHECK_UINT(ptl_passage_view(doc)->count, 3);
    CHECK(p[0].open && !p[0].shoot_through && !p[0].slippery);
    CHECK(!p[1].open && p[1].shoot_through && !p[1].slippery && p[2].slippery);
    must_write_as(doc, text);
    p[1].x0 = 0;
    must_write_as(doc, "a: 1 2 3 4 T\nb: 0 2 3 4 F T F  // not slippery\nc: 1 2 3 4 F F T");
    ptl_doc_free(doc);
}

/* Newer engines spell a skin that is left to chance as a question mark. */
static void any_skin_is_a_question_mark(void)
{
    static const char text[] = "a: NONE 1 0 0 0 ? 0 ? 2 0 0 F F Null\n"
                               "b: NONE 1 0 0 0 N 0 ?? 0 0 0 F F Null\n";
    heard             h      = { 0 };
    ptl_doc          *doc    = must_read(TEXT(text), &(ptl_read_opts){ .listener = { hear, &h } });
    ptl_spawn        *s      = ptl_spawn_of(doc)->data;

    CHECK_UINT(ptl_spawn_view(doc)->count, 1);
    CHECK(s->skin == 4 && s->passage == 2);
    CHECK_UINT(h.count, 1);
    CHECK(strstr(h.first.message, "skin is \"??\", allowed: whole numbers and ?") != NULL);
    must_write_as(doc, text);
    s->money = 3;
    must_write_as(doc, "a: NONE 1 0 0 0 ? 3 4 2 0 0 F F Null\n"
                       "b: NONE 1 0 0 0 N 0 ?? 0 0 0 F F Null\n");
    ptl_doc_free(doc);
}

/* Lines of every system, and no end of the last. */
static void lines_end_in_any_way(void)
{
    static const char *const texts[] = {
        "// c: d\na: 1 2 3 4 T T F\nb: 1 2 3 4 F T F // e: f\n\nc: 5 6 7 8 T T T",
        "// c: d\r\na: 1 2 3 4 T T F\r\nb: 1 2 3 4 F T F // e: f\r\n\r\nc: 5 6 7 8 T T T",
        "// c: d\ra: 1 2 3 4 T T F\rb: 1 2 3 4 F T F // e: f\r\rc: 5 6 7 8 T T T",
        "\xEF\xBB\xBF// c\na: 1 2 3 4 T T F\nb: 1 2 3 4 F T F // e: f\n\nc: 5 6 7 8 T T T",
        "\xEF\xBB\xBF  a: 1 2 3 4 T T F\nb: 1 2 3 4 F T F // e: f\n\nc: 5 6 7 8 T T T",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        ptl_doc           *doc = must_read(texts[i], strlen(texts[i]), NULL);
        const ptl_passage *p   = ptl_passage_view(doc)->data;

        CHECK_UINT(ptl_passage_view(doc)->count, 3);
        CHECK(p[0].name.size == 1 && p[0].name.data[0] == 'a');
        CHECK(p[1].y1 == 4 && !p[1].open && p[2].x0 == 5 && p[2].slippery);
        must_write_as(doc, texts[i]);
        ptl_passage_of(doc)->data[0].x0 = 1; /* the same, through the door of an edit */
        must_write_as(doc, texts[i]);
        ptl_doc_free(doc);
    }
}

/* A list is known by other lines where its first one does not fit. */
static void the_first_line_may_be_wrong(void)
{
    static const char text[] = "// c\na: 41 15.5 6 4 W 15 0 0 2 0 T F Good\n"
                               "b: NONE 41 15.5 6 4 W 15 0 0 2 0 T F Good\n";
    heard             h      = { 0 };
    ptl_doc          *doc    = must_read(TEXT(text), &(ptl_read_opts){ .listener = { hear, &h } });

    CHECK_TEXT(ptl_doc_format(doc), "spawn");
    CHECK_UINT(ptl_spawn_view(doc)->count, 1);
    CHECK_UINT(h.count, 1);
    CHECK_TEXT(h.first.rule, "spawn-line");
    CHECK_UINT(h.first.line, 2);
    must_write_as(doc, text);
    ptl_doc_free(doc);
    CHECK_UINT(must_fail(TEXT("a: 1\nb: 2\n"), NULL).status, PTL_E_FORMAT);
}

/* As in a module of the game, whose list was taken for a dungeon drawn with # and dots. */
static void a_line_may_have_no_colon(void)
{
    static const char text[] = "#dependency HShield        66\n"
                               "#dependency VorporalBlade  84\n"
                               "\n"
                               "AtBoss    NONE  0  54.0  45.0  7.0  N  0  0  0  0  0  T  F  G\n"
                               "Player1:  NONE  0  30.5  54.5  7.0  N  0  0  0  0  0  T  F  G\n";
    heard             h      = { 0 };
    ptl_read_opts     opts   = { .name = "spawn.txt", .listener = { hear, &h } };
    ptl_doc          *doc    = must_read(TEXT(text), &opts);

    CHECK_TEXT(ptl_doc_format(doc), "spawn");
    CHECK_UINT(ptl_spawn_view(doc)->count, 1);
    CHECK_UINT(h.count, 1);
    CHECK_TEXT(h.first.rule, "spawn-line");
    CHECK_UINT(h.first.line, 4);
    must_write_as(doc, text);
    ptl_doc_free(doc);
}

/* What was not changed stays as it is spelled; a changed line is written anew. */
static void writes_what_was_changed(void)
{
    ptl_doc *doc = must_read(TEXT(PASSAGES), NULL);

    must_write_as(doc, PASSAGES);
    ptl_passage_of(doc)->data[1].x1 = 12;
    must_write_as(doc, "// comment with: a colon\n"
                       "0 Gate:   3  2   4  2   F       True F\n"
                       "bad: 1 2 x 4 F F F\r\n"
                       "  Bridge : -1 5 12 6 T F F  // wide\n"
                       "\n");
    ptl_doc_free(doc);
    doc = must_read(TEXT(SPAWNS), NULL);
    must_write_as(doc, SPAWNS);
    ptl_spawn_of(doc)->data[0].x = 0.25;
    must_write_as(doc,
                  "#dependency Advent: 0\n"
                  "Player 0: NONE 0 0.25 6.5 -6 N 2 0 0 0 1 T F Good\n"
                  "  Torch:   Olga   47  0   0    0    r   0   4   3   7   0   F   T   Null //lit\n"
                  " 41 3 3 : NONE 5\n");
    ptl_doc_free(doc);
}

static void refuses_entries_that_read_as_others(void)
{
    static const ptl_str names[] = { { "a:b", 3 }, { "a\nb", 3 }, { "//", 2 }, { "#a", 2 } };
    ptl_bytes            bytes;
    ptl_diag             err;

    for (size_t i = 0; i < COUNT(names); i++) {
        ptl_doc *doc = must_read(TEXT(PASSAGES), NULL);

        ptl_passage_of(doc)->data[0].name = names[i];
        CHECK_UINT(ptl_write(&bytes, doc, NULL, &err), PTL_E_SYNTAX);
        CHECK_TEXT(err.rule, "passage-line");
        ptl_doc_free(doc);
    }
}

/* JSON by hand has neither spelling nor what stands between. */
static void takes_json_by_hand(void)
{
    static const char json[] =
        "{ \"portolan\": \"passage\", \"list\": [\n"
        "{ \"name\": \"a\", \"x0\": 1, \"y0\": 2, \"x1\": 3, \"y1\": 4, \"open\": true,"
        " \"shoot_through\": false, \"slippery\": false },\n"
        "{ \"name\": \"b\", \"x0\": 1, \"y0\": 2, \"x1\": 3, \"y1\": 4, \"open\": false,"
        " \"shoot_through\": true, \"slippery\": false } ] }";
    ptl_doc *doc = must_read(TEXT(json), NULL);

    must_write_as(doc, "a: 1 2 3 4 T F F\nb: 1 2 3 4 F T F");
    ptl_doc_free(doc);
}

/* A list without entries is still one, by its name. */
static void takes_lists_of_comments(void)
{
    static const char text[] = "// nothing here\n\n# nor here\n";
    ptl_doc          *doc;

    doc = must_read(TEXT(text), &(ptl_read_opts){ .name = "gamedat/spawn.txt" });
    CHECK_TEXT(ptl_doc_format(doc), "spawn");
    must_write_as(doc, text);
    ptl_doc_free(doc);
    CHECK_UINT(must_fail(TEXT("// a comment\nand words\n"), NULL).status, PTL_E_FORMAT);
}

static void survives_damage(void)
{
    sweep("passage", (const uint8_t *)TEXT(PASSAGES));
    sweep("spawn", (const uint8_t *)TEXT(SPAWNS));
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_passages),
        TEST(reads_spawns),
        TEST(tells_of_lines_that_do_not_fit),
        TEST(tells_of_colons_in_comments),
        TEST(checks_each_rule),
        TEST(letters_may_be_left_out),
        TEST(any_skin_is_a_question_mark),
        TEST(lines_end_in_any_way),
        TEST(the_first_line_may_be_wrong),
        TEST(a_line_may_have_no_colon),
        TEST(writes_what_was_changed),
        TEST(refuses_entries_that_read_as_others),
        TEST(takes_json_by_hand),
        TEST(takes_lists_of_comments),
        TEST(survives_damage),
    };

    return run_tests("egoboo lists", tests, COUNT(tests));
}
