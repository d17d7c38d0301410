/* SPDX-License-Identifier: MIT */
/* Permafrost scenes: every field, every kind of section, spelling, edits, checks, and damage. */
#include <math.h>
#include <portolan/pfscene.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "pfscene_samples.h"
#include "support.h"
#include "sweep.h"

#define TEXT(text) text, sizeof(text) - 1

static bool is(ptl_str text, const char *want)
{
    return text.size == strlen(want) && memcmp(text.data, want, text.size) == 0;
}

static void must_write_as(const ptl_doc *doc, const char *want)
{
    ptl_bytes bytes = must_write(doc, NULL);

    CHECK_BYTES(bytes.data, bytes.size, want, strlen(want));
    ptl_bytes_free(&bytes);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void reads_every_field(void)
{
    ptl_doc                 *doc   = must_read(TEXT(PFSCENE_TINY), NULL);
    const ptl_pfscene       *scene = ptl_pfscene_view(doc);
    const ptl_pfscene_thing *deer  = &scene->sections.data[1].things.data[1];
    ptl_pfscene_argument    *line  = deer->attributes.data[3].arguments.data;

    CHECK_TEXT(ptl_doc_format(doc), "pfscene");
    CHECK(is(scene->version, "1.0"));
    CHECK_UINT(scene->sections.count, 2);
    CHECK(is(scene->sections.data[0].name, "factions"));
    CHECK(is(scene->sections.data[0].things.data[0].name, "Mother Nature"));
    CHECK_UINT(scene->sections.data[1].things.count, 2);
    CHECK(is(deer->name, "deer") && is(deer->model, "assets/models/deer/deer.pfobj"));
    CHECK_UINT(deer->attributes.count, 5);
    CHECK_UINT(deer->attributes.data[3].arguments.count, 2);
    CHECK(is(line[0].type, "string") && is(line[0].value, "assets/models/deer"));
    CHECK(is(line[1].type, "int") && is(line[1].value, "7"));
    CHECK(is(deer->attributes.data[4].arguments.data[0].value, "\"a herd\""));
    ptl_doc_free(doc);
}

static void says_how_entities_stand(void)
{
    ptl_doc                   *doc     = must_read(TEXT(PFSCENE_TINY), NULL);
    const ptl_pfscene_section *section = &ptl_pfscene_view(doc)->sections.data[1];
    ptl_pfscene_stand          rock, deer;

    ptl_pfscene_stand_of(&rock, &section->things.data[0]);
    ptl_pfscene_stand_of(&deer, &section->things.data[1]);
    CHECK(rock.position[0] == 10 && rock.position[1] == 2 && rock.position[2] == -20.5);
    CHECK(rock.scale[0] == 2 && rock.scale[1] == 3 && rock.scale[2] == 4);
    CHECK(fabs(rock.rotation[1] - 0.6) < 1e-12 && fabs(rock.rotation[3] - 0.8) < 1e-12);
    CHECK(rock.fixed && !rock.animated && rock.clip.size == 0);
    CHECK(deer.scale[0] == 1 && deer.rotation[3] == 1 && deer.animated && deer.fixed);
    CHECK(is(deer.clip, "Idle"));
    CHECK(ptl_pfscene_attribute_of(&section->things.data[0], "tags") == NULL);
    ptl_doc_free(doc);
}

static void tells_of_its_models(void)
{
    ptl_doc      *doc = must_read(TEXT(PFSCENE_TINY), NULL);
    ptl_companion file;
    ptl_part      part;

    CHECK(ptl_doc_companion(&file, doc, 1));
    CHECK_TEXT(file.name, "assets/models/deer/deer.pfobj");
    CHECK_TEXT(file.folder, "models");
    CHECK(!ptl_doc_companion(&file, doc, 2));
    CHECK(ptl_part_at(&part, doc, 0) && part.there && !part.embedded);
    CHECK_TEXT(part.format, "pfobj");
    CHECK(!ptl_part_at(&part, doc, 2));
    ptl_doc_free(doc);
}

/* Names in files lead nowhere outside. */
static void models_stay_below_their_folder(void)
{
    static const char text[] =
        "num_entities 2\nentity a ../../etc/x.pfobj 0\nentity b /y.pfobj 0\n";
    ptl_doc      *doc = must_read(TEXT(text), NULL);
    ptl_companion file;

    CHECK(ptl_doc_companion(&file, doc, 0));
    CHECK_TEXT(file.name, "etc/x.pfobj");
    CHECK(ptl_doc_companion(&file, doc, 1));
    CHECK_TEXT(file.name, "y.pfobj");
    ptl_doc_free(doc);
}

/* ---- Other sections ------------------------------------------------------------------------- */

#define NEWER                                                                                      \
    "version 1.1\n"                                                                                \
    "num_sections 5\n"                                                                             \
    "section \"general\"\n"                                                                        \
    "skybox \"assets/skyboxes/day\" jpg\n"                                                         \
    "ambient_light_color 255 255 255 255\n"                                                        \
    "emit_light_color 250 240 230 255\n"                                                           \
    "emit_light_pos 1664.000000 1024.000000 384.000000\n"                                          \
    "section \"factions\"\n"                                                                       \
    "num_factions 1\n"                                                                             \
    "faction \"A\"\n"                                                                              \
    "    color vec3 1.000000 2.000000 3.000000\n"                                                  \
    "    controllable bool 1\n"                                                                    \
    "diplomacy 0 0 1\n"                                                                            \
    "section \"regions\"\n"                                                                        \
    "num_regions 1\n"                                                                              \
    " region camp 0 2\n"                                                                           \
    "   pos vec2 1.000000 2.000000\n"                                                              \
    "   radius float 5.000000\n"                                                                   \
    "section \"weather\"\n"                                                                        \
    "rain heavily\n"                                                                               \
    "  and long\n"                                                                                 \
    "section \"cameras\"\n"                                                                        \
    "num_cameras 1\n"                                                                              \
    " camera first\n"                                                                              \
    "   position vec3 0.000000 175.000000 0.000000\n"                                              \
    "   pitch float -65.000000\n"                                                                  \
    "   yaw float 135.000000\n"

static void reads_every_section(void)
{
    ptl_doc                   *doc = must_read(TEXT(NEWER), NULL);
    const ptl_pfscene_section *s   = ptl_pfscene_view(doc)->sections.data;

    CHECK_UINT(s[0].attributes.count, 4);
    CHECK(is(s[0].attributes.data[0].key, "skybox"));
    CHECK(is(s[0].attributes.data[0].value, "\"assets/skyboxes/day\" jpg"));
    CHECK_UINT(s[1].things.data[0].attributes.count, 2);
    CHECK_UINT(s[1].attributes.count, 1);
    CHECK(is(s[1].attributes.data[0].value, "0 0 1"));
    CHECK(is(s[2].things.data[0].name, "camp") && is(s[2].things.data[0].shape, "0"));
    CHECK(is(s[3].text, "rain heavily\n  and long\n"));
    CHECK(is(s[4].things.data[0].name, "first"));
    must_write_as(doc, NEWER);
    ptl_doc_free(doc);
}

/* Whatever the spelling, it comes back, also through JSON. */
static void keeps_every_spelling(void)
{
    static const char *const texts[] = {
        PFSCENE_TINY,
        NEWER,
        "num_entities 1\n" PFSCENE_ROCK,
        "num_factions 1\nfaction \"A\"\n  color vec3 1 2 3\nnum_entities 0\n",
        "\n\nversion  1.0 extra\r\n\tnum_sections 01\r\nsection \"entities\" \r\n num_entities 002 "
        "x\n"
        "entity a b.pfobj 1 junk\n  key\tstring a  b \n\nentity \"c d 00\n",
        "version 1.0\nnum_sections 1\nsection \"x\"\n anything\n\n section \"y\"\nafter all",
        "version 1.0\nnum_sections 1\nsection \"entities\"\nnum_entities 0\nfar beyond\n",
        "version 7.5\nnum_sections 1\nsection \"factions\nnum_factions 0",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        ptl_doc  *doc  = must_read(texts[i], strlen(texts[i]), NULL), *again;
        ptl_bytes json = must_write(doc, &(ptl_write_opts){ .to = "json" });

        must_write_as(doc, texts[i]);
        again = must_read(json.data, json.size, NULL);
        must_write_as(again, texts[i]);
        ptl_bytes_free(&json);
        ptl_doc_free(again);
        ptl_doc_free(doc);
    }
}

/* ---- What is said --------------------------------------------------------------------------- */

static void points_at_the_bad_line(void)
{
    static const struct {
        const char *text, *rule;
        unsigned    line, column;
    } bad[] = {
        { "version 1.0\n", "pfscene-line", 2, 1 },
        { "version one\nnum_sections 0\n", "pfscene-version", 1, 1 },
        { "version 1.0\nnum_sections x\n", "pfscene-count", 2, 1 },
        { "version 1.0\nnum_sections 9\n", "pfscene-count", 2, 1 },
        { "version 1.0\nnum_sections 99999999999999999999\n", "pfscene-count", 2, 1 },
        { "version 1.0\nnum_sections 1\nsection x\nyyyy\n", "pfscene-line", 3, 1 },
        { PFSCENE_HEAD "num_entities 2\n" PFSCENE_ROCK "section \"x\"\n", "pfscene-line", 14, 1 },
        { PFSCENE_HEAD "num_entities 1\nentity a b 9\n  key int 3\n", "pfscene-count", 9, 1 },
        { PFSCENE_HEAD "num_entities 1\nentity a b 1\n  key int\n  x\n", "pfscene-line", 10, 3 },
        { PFSCENE_HEAD "num_entities 1\nentity a b 1\n  tags int 1\n  x y\n", "pfscene-line", 11,
          3 },
        { "version 1.1\nnum_sections 1\nsection \"factions\"\nnum_factions 1\nfaction \"a\"\n"
          "color vec3 1 2 3\n",
          "pfscene-line", 7, 1 },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_diag d =
            must_fail(bad[i].text, strlen(bad[i].text), &(ptl_read_opts){ .format = "pfscene" });

        CHECK_TEXT(d.rule, bad[i].rule);
        CHECK_UINT(d.line, bad[i].line);
        CHECK_UINT(d.column, bad[i].column);
    }
}

typedef struct heard {
    const char *rule;
    size_t      count;
    unsigned    line, column;
} heard;

static void hear(void *user, const ptl_diag *diag)
{
    heard *h = user;

    check_rule(diag, false);
    if (strcmp(diag->rule, h->rule) != 0)
        return;
    h->count++;
    h->line   = diag->line;
    h->column = diag->column;
}

#define ONE(lines) PFSCENE_HEAD "num_entities 1\nentity a b.pfobj " lines

static void warns_and_checks_each_rule(void)
{
    static const struct {
        const char *text, *rule;
        unsigned    line, column;
    } cases[] = {
        { "version 1.0\n\nnum_sections 0\n", "pfscene-blank", 3, 1 },
        { "version 1.0\nnum_sections 0", "pfscene-newline", 2, 1 },
        { "version 1.2\nnum_sections 0\n", "pfscene-version", 1, 1 },
        { "num_entities 0\n", "pfscene-older", 1, 1 },
        { "version 1.0\nnum_sections 1\nsection \"x\"\nrain\n", "pfscene-section", 3, 1 },
        { "version 1.0\nnum_sections 0\nmore\n", "pfscene-end", 3, 1 },
        { ONE("1\n   mood color 3\n"), "pfscene-type", 10, 4 },
        { ONE("1\n   position vec3 3 4\n"), "pfscene-value", 10, 4 },
        { ONE("1\n   position vec3 3 4 nan\n"), "pfscene-value", 10, 4 },
        { ONE("1\n   static bool 2\n"), "pfscene-number", 10, 4 },
        { ONE("1\n   faction_id int 1.5\n"), "pfscene-value", 10, 4 },
        { ONE("1\n   static int 1\n"), "pfscene-value", 10, 4 },
        { ONE("1\n   constructor_arguments int 1\n       float x\n"), "pfscene-number", 11, 8 },
        { ONE("1\n   faction_id int 1\n"), "pfscene-faction", 10, 4 },
        { ONE("0\n"), "pfscene-position", 9, 1 },
        { ONE("0\n"), "pfscene-animated", 9, 1 },
        { ONE("1\n   animated bool 1\n"), "pfscene-animated", 10, 4 },
        { ONE("1\n   animated bool 0\n"), "pfscene-model", 9, 1 },
        { ONE("2\n   static bool 1\n   static bool 0\n"), "pfscene-twice", 11, 4 },
        { "version 1.0\nnum_sections 1\nsection \"factions\"\nnum_factions 1\n"
          "faction \"a name of more than thirty-one bytes\"\n color vec3 1 2 3\n",
          "pfscene-name", 5, 1 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        heard    h   = { .rule = cases[i].rule };
        ptl_doc *doc = must_read(cases[i].text, strlen(cases[i].text),
                                 &(ptl_read_opts){ .keep_source = true, .listener = { hear, &h } });

        CHECK_UINT(ptl_check(doc, &(ptl_check_opts){ .listener = { hear, &h } }, NULL), PTL_OK);
        if (h.count != 1 || h.line != cases[i].line || h.column != cases[i].column)
            test_fail(__FILE__, __LINE__, "%s: %zu times, at %u:%u", h.rule, h.count, h.line,
                      h.column);
        ptl_doc_free(doc);
    }
}

static void warns_of_long_lines(void)
{
    char  text[600];
    heard h = { .rule = "pfscene-long" };

    for (int size = 255; size <= 256; size++) {
        ptl_doc *doc;

        snprintf(text, sizeof text, "version 1.0%*s\nnum_sections 0\n", size - 12, "");
        h.count = 0;
        doc     = must_read(text, strlen(text), &(ptl_read_opts){ .listener = { hear, &h } });
        CHECK_UINT(h.count, size > 255);
        ptl_doc_free(doc);
    }
}

/* ---- Edits ---------------------------------------------------------------------------------- */

/* Only what was changed is written anew; the line end stays that of the editor. */
static void writes_what_was_changed(void)
{
    static const char        text[] = "version 1.0\r\nnum_sections 1\r\nsection \"entities\"\r\n"
                                      "num_entities 1\r\nentity a  b.pfobj 2\r\n  x int 1 \r\n y int 2";
    ptl_doc                 *doc    = must_read(TEXT(text), NULL);
    const ptl_pfscene_thing *thing  = &ptl_pfscene_of(doc)->sections.data[0].things.data[0];

    must_write_as(doc, text);
    thing->attributes.data[0].value = (ptl_str){ "12", 2 };
    must_write_as(doc, "version 1.0\r\nnum_sections 1\r\nsection \"entities\"\r\n"
                       "num_entities 1\r\nentity a  b.pfobj 2\r\n   x int 12\n y int 2");
    ptl_pfscene_of(doc)->sections.data[0].things.data[0].attributes.count = 1;
    must_write_as(doc, "version 1.0\r\nnum_sections 1\r\nsection \"entities\"\r\n"
                       "num_entities 1\r\nentity a b.pfobj 1\n   x int 12\n");
    ptl_doc_free(doc);
}

#define SPOIL(name, edit)                                                                          \
    static void name(ptl_pfscene *s)                                                               \
    {                                                                                              \
        edit;                                                                                      \
    }
#define DEER (s->sections.data[1].things.data[1])

SPOIL(a_name, DEER.name = ((ptl_str){ "a b", 3 }))
SPOIL(a_line_end, DEER.attributes.data[0].value = ((ptl_str){ "1\n2", 3 }))
SPOIL(a_blank, DEER.attributes.data[0].value = ((ptl_str){ " 1", 2 }))
SPOIL(no_value, DEER.attributes.data[0].value = ((ptl_str){ "", 0 }))
SPOIL(no_type, DEER.attributes.data[0].type = ((ptl_str){ "", 0 }))
SPOIL(no_tag, DEER.attributes.data[4].arguments.data[0].type = ((ptl_str){ "int", 3 }))
SPOIL(a_quote, s->sections.data[0].things.data[0].name = ((ptl_str){ "a\"", 2 }))
SPOIL(a_shape, DEER.shape = ((ptl_str){ "0", 1 }))
SPOIL(fewer_arguments, DEER.attributes.data[3].arguments.count = 1)
SPOIL(no_color, s->sections.data[0].things.data[0].attributes.count = 0)
SPOIL(newer, s->version = ((ptl_str){ "1.1", 3 }))
SPOIL(a_version, s->version = ((ptl_str){ "new", 3 }))
SPOIL(no_version, (s->version.size = 0, s->sections.data[1].name = ((ptl_str){ "x", 1 })))
SPOIL(a_text, s->sections.data[1].text = ((ptl_str){ "x", 1 }))
SPOIL(a_section, s->sections.data[1].name = ((ptl_str){ "x", 1 }))
SPOIL(a_zero, s->end = ((ptl_str){ "\0", 1 }))

static void refuses_what_would_not_read_back(void)
{
    static void (*const spoil[])(ptl_pfscene *) = {
        a_name, a_line_end,      a_blank,  no_value, no_type,   no_tag,     a_quote, a_shape,
        newer,  fewer_arguments, no_color, a_text,   a_section, no_version, a_zero,  a_version,
    };

    for (size_t i = 0; i < COUNT(spoil); i++) {
        ptl_doc  *doc = must_read(TEXT(PFSCENE_TINY), NULL);
        ptl_bytes bytes;
        ptl_diag  err;

        spoil[i](ptl_pfscene_of(doc));
        if (ptl_write(&bytes, doc, NULL, &err) != PTL_E_SYNTAX)
            test_fail(__FILE__, __LINE__, "edit %zu is written", i);
        check_rule(&err, true);
        ptl_doc_free(doc);
    }
}

static void survives_damage(void)
{
    sweep("pfscene", (const uint8_t *)PFSCENE_TINY, sizeof PFSCENE_TINY - 1);
}

static void survives_damage_of_newer_ones(void)
{
    sweep("pfscene", (const uint8_t *)NEWER, sizeof NEWER - 1);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_every_field),
        TEST(says_how_entities_stand),
        TEST(tells_of_its_models),
        TEST(models_stay_below_their_folder),
        TEST(reads_every_section),
        TEST(keeps_every_spelling),
        TEST(points_at_the_bad_line),
        TEST(warns_and_checks_each_rule),
        TEST(warns_of_long_lines),
        TEST(writes_what_was_changed),
        TEST(refuses_what_would_not_read_back),
        TEST(survives_damage),
        TEST(survives_damage_of_newer_ones),
    };

    return run_tests("pfscene", tests, COUNT(tests));
}
