/* SPDX-License-Identifier: MIT */
/* Permafrost Engine scenes (.pfscene): the record table, what fits together, the format's row.
 *
 *      line                                            how often
 *      version 1.0
 *      num_sections S
 *      section "name"                                  S times, each followed by
 *        num_factions F
 *        faction "name"                                F times, each followed by
 *          color vec3 r g b
 *          controllable bool 0 or 1                    from version 1.1 on
 *        diplomacy a b state                           F x F times, from version 1.1 on
 *      or
 *        num_entities E
 *        entity name model A                           E times, each followed by
 *          key type value                              A times; after constructor_arguments int N
 *            type value                                N times, and after tags int N
 *            tag "name"                                N times
 *      or num_regions R, "region name shape A" and A attributes
 *      or num_cameras C, "camera name", position, pitch and yaw
 *      or skybox, ambient_light_color, emit_light_color and emit_light_pos
 *
 * Before 2019 there were neither version nor sections: num_factions or num_entities comes first.
 * pfscene_lines.c knows the lines, pfscene_read.c reads, pfscene_write.c writes. What we know
 * beyond this table: docs/formats/pfscene.md */
#include <string.h>

#include "core/num.h"
#include "formats/call.h"
#include "formats/pfscene/pfscene_private.h"

#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

/* ---- Records -------------------------------------------------------------------------------- */

#define SPELLED                                                                                    \
    "spelled", "its line as the text has it, where the editor writes it otherwise", PTL_KIND_TEXT

#define AT(member) .offset = offsetof(ptl_pfscene_argument, member)
static const ptl_field argument_fields[] = {
    { "type", "string, float, int; tag of a tag", PTL_KIND_TEXT, AT(type) },
    { "value", "as it is spelled; a tag with its quotes", PTL_KIND_TEXT, AT(value) },
    { SPELLED, AT(spelled), .standing = PTL_ECHO, .optional = true },
};
#undef AT
static const ptl_record argument_record = {
    "an argument",         sizeof(ptl_pfscene_argument),
    ROWS(argument_fields), .one_line = true,
    .placed = true,        .at = offsetof(ptl_pfscene_argument, at)
};

#define AT(member) .offset = offsetof(ptl_pfscene_attribute, member)
static const ptl_field attribute_fields[] = {
    { "key", "its name", PTL_KIND_TEXT, AT(key), .standing = PTL_KEY },
    { "type", "string, quat, vec2, vec3, bool, float or int; none in lines of a section",
      PTL_KIND_TEXT, AT(type), .optional = true },
    { "value", "as it is spelled", PTL_KIND_TEXT, AT(value) },
    { SPELLED, AT(spelled), .standing = PTL_ECHO, .optional = true },
    { "arguments", "of constructor_arguments and tags: as many as the value says", PTL_KIND_RECORD,
      PTL_LIST, AT(arguments), .record = &argument_record, .optional = true },
};
#undef AT
static const ptl_record attribute_record = {
    "an attribute",         sizeof(ptl_pfscene_attribute),
    ROWS(attribute_fields), .one_line = true,
    .placed = true,         .at = offsetof(ptl_pfscene_attribute, at)
};

#define AT(member) .offset = offsetof(ptl_pfscene_thing, member)
static const ptl_field thing_fields[] = {
    { "name", "what it is called", PTL_KIND_TEXT, AT(name), .standing = PTL_KEY },
    { "model", "of an entity: file below the engine's folder", PTL_KIND_TEXT, AT(model),
      .optional = true },
    { "shape", "of a region: 0 is a circle, 1 a rectangle", PTL_KIND_TEXT, AT(shape),
      .optional = true },
    { SPELLED, AT(spelled), .standing = PTL_ECHO, .optional = true },
    { "attributes", "a line each", PTL_KIND_RECORD, PTL_LIST, AT(attributes),
      .record = &attribute_record, .optional = true },
};
#undef AT
static const ptl_record thing_record = { "a thing", sizeof(ptl_pfscene_thing), ROWS(thing_fields),
                                         .placed = true, .at = offsetof(ptl_pfscene_thing, at) };

#define AT(member) .offset = offsetof(ptl_pfscene_section, member)
static const ptl_field section_fields[] = {
    { "name", "factions, entities, regions, cameras or general; others are kept", PTL_KIND_TEXT,
      AT(name), .standing = PTL_KEY },
    { SPELLED, AT(spelled), .standing = PTL_ECHO, .optional = true },
    { "spelled_count", "the same of the line with the number of things", PTL_KIND_TEXT,
      AT(spelled_count), .standing = PTL_ECHO, .optional = true },
    { "things", "factions, entities, regions or cameras", PTL_KIND_RECORD, PTL_LIST, AT(things),
      .record = &thing_record, .optional = true },
    { "attributes", "lines of the section itself: diplomacy, sky and light", PTL_KIND_RECORD,
      PTL_LIST, AT(attributes), .record = &attribute_record, .optional = true },
    { "text", "all that is in a section with another name", PTL_KIND_TEXT, AT(text),
      .optional = true },
};
#undef AT
static const ptl_record section_record = { "a section", sizeof(ptl_pfscene_section),
                                           ROWS(section_fields), .placed = true,
                                           .at = offsetof(ptl_pfscene_section, at) };

#define AT(member) .offset = offsetof(ptl_pfscene, member)
static const ptl_field scene_fields[] = {
    { "version", "1.0 or 1.1; none before 2019, when there were no lines for sections",
      PTL_KIND_TEXT, AT(version), .optional = true },
    { "spelled_version", "its line as the text has it, where the editor writes it otherwise",
      PTL_KIND_TEXT, AT(spelled_version), .standing = PTL_ECHO, .optional = true },
    { "spelled_sections", "the same of the line with the number of sections", PTL_KIND_TEXT,
      AT(spelled_sections), .standing = PTL_ECHO, .optional = true },
    { "sections", "in the order of the text", PTL_KIND_RECORD, PTL_LIST, AT(sections),
      .record = &section_record },
    { "end", "the text after the last section", PTL_KIND_TEXT, AT(end), .optional = true },
};
#undef AT
static const ptl_record scene_record = { "a Permafrost scene", sizeof(ptl_pfscene),
                                         ROWS(scene_fields) };

/* ---- Recognizing ---------------------------------------------------------------------------- */

static size_t skip_blank(ptl_span head, size_t at)
{
    while (at < head.size && head.data[at] && strchr(" \t\r\n", head.data[at]))
        at++;
    return at;
}

static size_t skip_word(ptl_span head, size_t at)
{
    while (at < head.size && head.data[at] && !strchr(" \t\r\n", head.data[at]))
        at++;
    return at;
}

static bool word_at(ptl_span head, size_t at, const char *word)
{
    return skip_word(head, at) - at == strlen(word) &&
           memcmp(head.data + at, word, strlen(word)) == 0;
}

static size_t skip_line(ptl_span head, size_t at)
{
    while (at < head.size && head.data[at] != '\n')
        at++;
    return at;
}

/* "version", and on the next line "num_sections"; or how scenes began before that. */
static int pfscene_probe(ptl_span head, uint64_t size)
{
    size_t at = skip_blank(head, 0);

    (void)size;
    if (word_at(head, at, "num_factions") || word_at(head, at, "num_entities"))
        return 60;
    if (!word_at(head, at, "version"))
        return 0;
    at = skip_blank(head, skip_line(head, at));
    if (at == head.size)
        return 4;
    return word_at(head, at, "num_sections") ? 90 : 0;
}

/* ---- Whether the parts fit ------------------------------------------------------------------ */

static void settle_line(ptl_job *job, const pfscene_line *line, uint64_t at)
{
    if (!ptl_pfscene_fits(line))
        ptl_fail(job, PTL_E_SYNTAX, at, "pfscene-line",
                 "a word is empty or has blanks in it, or a text does not fit into its line");
}

static bool says_number(ptl_str text, size_t wanted)
{
    uint64_t number;

    return text.size > 0 &&
           ptl_parse_u64(text.data, text.data + text.size, &number) == text.data + text.size &&
           number == wanted;
}

static void settle_arguments(ptl_job *job, const pfscene_kind *kind, const ptl_pfscene_attribute *a)
{
    bool has  = kind && ptl_pfscene_has_arguments(kind, a->key);
    bool tags = ptl_str_is(a->key, "tags");

    if (has ? !says_number(a->value, a->arguments.count) : a->arguments.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, a->at, "pfscene-count",
                 "an attribute has %zu lines below it, and says otherwise", a->arguments.count);
    for (size_t i = 0; i < a->arguments.count && ptl_ok(job); i++) {
        const ptl_pfscene_argument *argument = &a->arguments.data[i];
        pfscene_line                line     = ptl_pfscene_argument_line(argument);

        settle_line(job, &line, argument->at);
        if (tags && !ptl_str_is(argument->type, "tag"))
            ptl_fail(job, PTL_E_SYNTAX, argument->at, "pfscene-line",
                     "a line below tags is no tag");
    }
}

static void settle_attributes(ptl_job *job, const pfscene_kind *kind,
                              const ptl_pfscene_attributes *list, bool typed)
{
    for (size_t i = 0; i < list->count && ptl_ok(job); i++) {
        const ptl_pfscene_attribute *a    = &list->data[i];
        pfscene_line                 line = ptl_pfscene_attribute_line(a, 0);

        settle_line(job, &line, a->at);
        if ((a->type.size > 0) != typed)
            ptl_fail(job, PTL_E_SYNTAX, a->at, "pfscene-line",
                     typed ? "an attribute has no type" : "a line of a section has a type");
        settle_arguments(job, kind, a);
    }
}

static void fail_count(ptl_job *job, uint64_t at, size_t got, size_t wanted)
{
    ptl_fail(job, PTL_E_SYNTAX, at, "pfscene-count", "%zu lines; here stand %zu", got, wanted);
}

static void settle_thing(ptl_job *job, const ptl_pfscene *scene, const pfscene_kind *kind,
                         const ptl_pfscene_thing *thing)
{
    size_t       lines = ptl_pfscene_lines_of(scene, kind);
    pfscene_line line  = ptl_pfscene_thing_line(kind, thing, (ptl_str){ "0", 1 });

    settle_line(job, &line, thing->at);
    if (lines != SIZE_MAX && thing->attributes.count != lines)
        fail_count(job, thing->at, thing->attributes.count, lines);
    if ((thing->model.size > 0 && kind->extra != offsetof(ptl_pfscene_thing, model)) ||
        (thing->shape.size > 0 && kind->extra != offsetof(ptl_pfscene_thing, shape)))
        ptl_fail(job, PTL_E_SYNTAX, thing->at, "pfscene-line",
                 "only entities have models, and only regions shapes");
    settle_attributes(job, kind, &thing->attributes, true);
}

/* Its text ends where another section begins. */
static void settle_unknown(ptl_job *job, const ptl_pfscene_section *section)
{
    ptl_str text  = section->text;
    bool    first = true;

    if (section->things.count > 0 || section->attributes.count > 0)
        ptl_fail(job, PTL_E_SYNTAX, section->at, "pfscene-section",
                 "a section that is not known has nothing but text");
    for (size_t i = 0; i < text.size && ptl_ok(job); i++) {
        ptl_str rest = { text.data + i, text.size - i };

        if (text.data[i] == 0 || (first && ptl_str_begins(rest, "section")))
            ptl_fail(job, PTL_E_SYNTAX, section->at, "pfscene-section",
                     "the text of a section has a zero byte or another section in it");
        first = text.data[i] == '\n' || (first && strchr(" \t\r", text.data[i]));
    }
}

static void settle_section(ptl_job *job, const ptl_pfscene *scene,
                           const ptl_pfscene_section *section)
{
    const pfscene_kind *kind = ptl_pfscene_kind_of(section->name);
    pfscene_line        line = { { "q", 0 }, { section->name } };
    size_t              own;

    settle_line(job, &line, section->at);
    if (!kind) {
        settle_unknown(job, section);
        return;
    }
    if (section->text.size > 0 || (!kind->count[0] && section->things.count > 0))
        ptl_fail(job, PTL_E_SYNTAX, section->at, "pfscene-section",
                 "this section has no place for text or things");
    for (size_t i = 0; i < section->things.count && ptl_ok(job); i++)
        settle_thing(job, scene, kind, &section->things.data[i]);
    own = ptl_pfscene_own_lines(scene, kind, section->things.count);
    if (section->attributes.count != own)
        fail_count(job, section->at, section->attributes.count, own);
    settle_attributes(job, kind, &section->attributes, false);
}

/* What was there before sections: factions at most once and entities at most once. */
static bool older_fits(const ptl_pfscene_sections *list)
{
    bool one = list->count == 1 && (ptl_str_is(list->data[0].name, "entities") ||
                                    ptl_str_is(list->data[0].name, "factions"));

    return one || (list->count == 2 && ptl_str_is(list->data[0].name, "factions") &&
                   ptl_str_is(list->data[1].name, "entities"));
}

/* Text at the end may not become a part of what is before it. */
static bool end_fits(const ptl_pfscene *scene)
{
    const ptl_pfscene_sections *list = &scene->sections;
    bool open = list->count > 0 && !ptl_pfscene_kind_of(list->data[list->count - 1].name);

    ptl_str rest = scene->end;

    if (rest.size > 0 && memchr(rest.data, 0, rest.size))
        return false;
    while (rest.size > 0 && strchr(" \t\r\n", rest.data[0]))
        rest = (ptl_str){ rest.data + 1, rest.size - 1 };
    return rest.size == 0 || !open || ptl_str_begins(rest, "section");
}

void ptl_pfscene_settle(ptl_job *job, const void *native)
{
    const ptl_pfscene *scene = native;
    uint64_t           number[2];

    if (scene->version.size > 0 ? !ptl_pfscene_version_of(scene->version, number)
                                : !older_fits(&scene->sections)) {
        ptl_path(job, "version");
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfscene-version",
                 "a version is two numbers with a point between them; without it there are only "
                 "factions and entities");
    }
    for (size_t i = 0; i < scene->sections.count && ptl_ok(job); i++)
        settle_section(job, scene, &scene->sections.data[i]);
    if (!end_fits(scene))
        ptl_fail(job, PTL_E_SYNTAX, PTL_NOWHERE, "pfscene-end",
                 "the text at the end has a zero byte, or would belong to the last section");
}

/* ---- The row -------------------------------------------------------------------------------- */

ptl_pfscene *ptl_pfscene_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_pfscene);
}

const ptl_pfscene *ptl_pfscene_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_pfscene);
}

static const ptl_setting_info pfscene_settings[] = {
    { "size", "COLSxROWS", NULL, "chunks of the map that a new scene is for (4x4)",
      PTL_WHEN_MAKING },
    { "map", "FILE", NULL, "the map of a scene, where it is not beside it under the same name",
      PTL_WHEN_SCENE },
    { "bake", "TEXELS", NULL,
      "mix the textures of terrain as the engine does, into images of so many texels a tile (0: "
      "no); "
      "pictures of scenes do so anyway",
      PTL_WHEN_SCENE },
    { "skirt", NULL, NULL, "give the border of an exported map walls down to the ground below",
      PTL_WHEN_SCENE },
    { "crop", "X,Y,W,H", NULL,
      "take only this part of a page or of terrain, in cells, tiles or units", PTL_WHEN_SCENE },
    { "fps", "RATE", NULL, "frames per second of animations (24)", PTL_WHEN_SCENE, "animation" },
    { 0 },
};

const ptl_format ptl_format_pfscene = {
    .info         = { .name       = "pfscene",
                      .title      = "Permafrost scene",
                      .extensions = "pfscene",
                      .media_type = "text/x-permafrost-scene",
                      .magic      = "0=version&8:20=num_sections",
                      .settings   = pfscene_settings },
    .record       = &scene_record,
    .rules        = ptl_pfscene_rules,
    .text         = true,
    .probe        = pfscene_probe,
    .make         = ptl_pfscene_make,
    .read         = ptl_pfscene_read,
    .settle       = ptl_pfscene_settle,
    .finish       = ptl_pfscene_list_models,
    .write        = ptl_pfscene_write,
    .check        = ptl_pfscene_check,
    .check_files  = ptl_pfscene_check_files,
    .says_missing = true,
    .to           = { [PTL_HUB_SCENE] = ptl_pfscene_to_scene },
    .parts        = PTL_PFSCENE_PARTS,
    .part         = ptl_pfscene_part,
    .facts_record = &ptl_pfscene_facts_record,
    .facts        = ptl_pfscene_facts,
    .companion    = ptl_pfscene_companion,
};
