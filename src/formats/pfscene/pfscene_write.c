/* SPDX-License-Identifier: MIT */
/* Writing Permafrost scenes: lines as they were spelled while they say the same, others as the
 * editor writes them. */
#include "core/num.h"
#include "formats/pfscene/pfscene_private.h"

typedef struct writer {
    ptl_buf *out;
    bool     open; /* the line before has no end: another may not follow yet */
} writer;

static void put_text(writer *w, ptl_str text)
{
    if (text.size == 0)
        return;
    if (w->open)
        ptl_put_char(w->out, '\n');
    ptl_put(w->out, text.data, text.size);
    w->open = text.data[text.size - 1] != '\n';
}

static void put_line(writer *w, ptl_str spelled, const pfscene_line *line)
{
    if (spelled.size > 0 && ptl_pfscene_says(spelled, line)) {
        put_text(w, spelled);
        return;
    }
    if (w->open)
        ptl_put_char(w->out, '\n');
    w->open = false;
    ptl_pfscene_put_line(w->out, line);
}

static ptl_str number(char room[PTL_NUM_MAX], size_t value)
{
    return (ptl_str){ room, ptl_format_u64(room, value) };
}

static void put_pair(writer *w, ptl_str spelled, const char *key, ptl_str value, char form)
{
    pfscene_line line = { { { 'w', form }, 0 }, { { key, strlen(key) }, value } };

    put_line(w, spelled, &line);
}

static void put_attributes(writer *w, const ptl_pfscene_attributes *list, unsigned indent)
{
    for (size_t i = 0; i < list->count && ptl_ok(w->out->job); i++) {
        const ptl_pfscene_attribute *a    = &list->data[i];
        pfscene_line                 line = ptl_pfscene_attribute_line(a, indent);

        put_line(w, a->spelled, &line);
        for (size_t k = 0; k < a->arguments.count; k++) {
            line = ptl_pfscene_argument_line(&a->arguments.data[k]);
            put_line(w, a->arguments.data[k].spelled, &line);
        }
    }
}

static void put_section(writer *w, const ptl_pfscene_section *section)
{
    const pfscene_kind *kind = ptl_pfscene_kind_of(section->name);
    char                room[PTL_NUM_MAX];
    pfscene_line        line;

    if (!kind) {
        put_text(w, section->text);
        return;
    }
    if (kind->count[0])
        put_pair(w, section->spelled_count, kind->count, number(room, section->things.count), 'n');
    for (size_t i = 0; i < section->things.count && ptl_ok(w->out->job); i++) {
        const ptl_pfscene_thing *thing = &section->things.data[i];

        line = ptl_pfscene_thing_line(kind, thing, number(room, thing->attributes.count));
        put_line(w, thing->spelled, &line);
        put_attributes(w, &thing->attributes, kind->indent);
    }
    put_attributes(w, &section->attributes, 0);
}

void ptl_pfscene_write(ptl_job *job, ptl_buf *out, const void *native)
{
    const ptl_pfscene *scene = native;
    writer             w     = { .out = out };
    bool               older = scene->version.size == 0;
    char               room[PTL_NUM_MAX];

    if (!older) {
        put_pair(&w, scene->spelled_version, "version", scene->version, 'w');
        put_pair(&w, scene->spelled_sections, "num_sections", number(room, scene->sections.count),
                 'n');
    }
    for (size_t i = 0; i < scene->sections.count && ptl_ok(job); i++) {
        if (!older)
            put_pair(&w, scene->sections.data[i].spelled, "section", scene->sections.data[i].name,
                     'q');
        put_section(&w, &scene->sections.data[i]);
    }
    put_text(&w, scene->end);
}
