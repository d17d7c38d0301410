/* SPDX-License-Identifier: MIT */
/* Lines of a scene: what is on them, how the editor writes them, and which there are. */
#include <string.h>

#include "core/num.h"
#include "formats/pfscene/pfscene_private.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static ptl_str trimmed(ptl_str text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = (ptl_str){ text.data + 1, text.size - 1 };
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* ---- Taking lines apart --------------------------------------------------------------------- */

/* How many bytes of a text, which begins with no blank, are a field; 0 when none is there. The
 * quote at the end may be missing, which the engine does not mind either. */
static size_t field_size(ptl_str text, char form)
{
    size_t at = form == 'q';

    if (form == 'r')
        return text.size;
    if (form == 'q' && (text.size == 0 || text.data[0] != '"'))
        return 0;
    while (at < text.size && (form == 'q' ? text.data[at] != '"' : !is_blank(text.data[at])))
        at++;
    return at;
}

bool ptl_pfscene_split(ptl_str text, pfscene_line *line)
{
    text = trimmed(text);
    for (size_t i = 0; line->form.fields[i]; i++) {
        char   form = line->form.fields[i];
        size_t size = field_size(text, form), quotes = form == 'q';

        if (size <= quotes)
            return false;
        line->field[i] = (ptl_str){ text.data + quotes, size - quotes };
        size += quotes && size < text.size;
        text = trimmed((ptl_str){ text.data + size, text.size - size });
    }
    return true;
}

ptl_str ptl_pfscene_only_line(ptl_str text)
{
    ptl_str found = { "", 0 }, line;

    for (size_t at = 0, end; at < text.size; at = end + 1) {
        for (end = at; end < text.size && text.data[end] != '\n'; end++)
            continue;
        line = trimmed((ptl_str){ text.data + at, end - at });
        if (line.size > 0 && (found.size > 0 || memchr(line.data, 0, line.size)))
            return (ptl_str){ "", 0 };
        if (line.size > 0)
            found = line;
        else if (found.size > 0) /* blank lines stand in front of the next */
            return (ptl_str){ "", 0 };
    }
    return found;
}

static bool same_number(ptl_str a, ptl_str b)
{
    uint64_t x = 0, y = 1;

    return a.size > 0 && b.size > 0 &&
           ptl_parse_u64(a.data, a.data + a.size, &x) == a.data + a.size &&
           ptl_parse_u64(b.data, b.data + b.size, &y) == b.data + b.size && x == y;
}

bool ptl_pfscene_says(ptl_str text, const pfscene_line *line)
{
    pfscene_line read = { .form = line->form };
    bool         same = ptl_pfscene_split(ptl_pfscene_only_line(text), &read);

    for (size_t i = 0; same && line->form.fields[i]; i++)
        same = line->form.fields[i] == 'n' ? same_number(read.field[i], line->field[i])
                                           : ptl_str_same(read.field[i], line->field[i]);
    return same;
}

/* ---- Lines as the editor writes them -------------------------------------------------------- */

/* Takes a piece from the front of a text; false when it begins otherwise. */
static bool take(ptl_str *text, ptl_str piece)
{
    if (text->size < piece.size || (piece.size > 0 && memcmp(text->data, piece.data, piece.size)))
        return false;
    *text = (ptl_str){ text->data + piece.size, text->size - piece.size };
    return true;
}

/* Without digits that say nothing. */
static bool is_usual_number(ptl_str text)
{
    return text.size == 1 || (text.size > 0 && text.data[0] != '0');
}

static const char blanks[] = "        ";

bool ptl_pfscene_is_plain(ptl_str text, const pfscene_line *line)
{
    bool same = take(&text, (ptl_str){ blanks, line->form.indent });

    for (size_t i = 0; same && line->form.fields[i]; i++) {
        ptl_str quote = { "\"", line->form.fields[i] == 'q' };

        same = take(&text, (ptl_str){ blanks, i > 0 }) && take(&text, quote) &&
               take(&text, line->field[i]) && take(&text, quote) &&
               (line->form.fields[i] != 'n' || is_usual_number(line->field[i]));
    }
    return same && ptl_str_is(text, "\n");
}

void ptl_pfscene_put_line(ptl_buf *out, const pfscene_line *line)
{
    ptl_put(out, blanks, line->form.indent);
    for (size_t i = 0; line->form.fields[i]; i++) {
        bool quoted = line->form.fields[i] == 'q';

        ptl_put_text(out, i > 0 ? quoted ? " \"" : " " : "");
        ptl_put(out, line->field[i].data, line->field[i].size);
        ptl_put_text(out, quoted ? "\"" : "");
    }
    ptl_put_char(out, '\n');
}

/* A carriage return inside of a line would be one of its blanks, or belong to its end. */
static bool field_fits(ptl_str text, char form)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];

        if (c == 0 || c == '\n' || (form == 'w' && is_blank(c)) || (form == 'q' && c == '"'))
            return false;
    }
    return text.size > 0 && (form != 'r' || trimmed(text).size == text.size);
}

bool ptl_pfscene_fits(const pfscene_line *line)
{
    for (size_t i = 0; line->form.fields[i]; i++)
        if (!field_fits(line->field[i], line->form.fields[i]))
            return false;
    return true;
}

/* ---- Which there are ------------------------------------------------------------------------ */

#define EXTRA(member) offsetof(ptl_pfscene_thing, member)

static const pfscene_kind kinds[] = {
    { "factions", "num_factions", "faction", { "wq", 0 }, 0, 1, 2, 0, 4 },
    { "entities", "num_entities", "entity", { "wwwn", 0 }, EXTRA(model), 0, 0, 0, 3 },
    { "regions", "num_regions", "region", { "wwwn", 1 }, EXTRA(shape), 0, 0, 0, 3 },
    { "cameras", "num_cameras", "camera", { "ww", 1 }, 0, 3, 3, 0, 3 },
    { "general", "", "", { "", 0 }, 0, 0, 0, 4, 0 },
};

const pfscene_kind *ptl_pfscene_kind_of(ptl_str name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (ptl_str_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

bool ptl_pfscene_version_of(ptl_str text, uint64_t number[2])
{
    const char *end = text.size > 0 ? text.data + text.size : NULL;
    const char *at  = end ? ptl_parse_u64(text.data, end, &number[0]) : NULL;

    return at && at < end && *at == '.' && ptl_parse_u64(at + 1, end, &number[1]) == end;
}

bool ptl_pfscene_is_newer(const ptl_pfscene *scene)
{
    uint64_t number[2];

    return ptl_pfscene_version_of(scene->version, number) &&
           (number[0] > 1 || (number[0] == 1 && number[1] >= 1));
}

size_t ptl_pfscene_lines_of(const ptl_pfscene *scene, const pfscene_kind *kind)
{
    if (kind->lines == 0)
        return SIZE_MAX;
    return ptl_pfscene_is_newer(scene) ? kind->more_lines : kind->lines;
}

/* Each faction says what it thinks of each. */
size_t ptl_pfscene_own_lines(const ptl_pfscene *scene, const pfscene_kind *kind, size_t things)
{
    bool diplomacy = kind->more_lines > kind->lines && ptl_pfscene_is_newer(scene);

    return diplomacy ? things < UINT32_MAX ? things * things : SIZE_MAX : kind->own;
}

bool ptl_pfscene_has_arguments(const pfscene_kind *kind, ptl_str key)
{
    return strcmp(kind->key, "entity") == 0 &&
           (ptl_str_is(key, "constructor_arguments") || ptl_str_is(key, "tags"));
}

static ptl_str text_of(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

pfscene_line ptl_pfscene_count_line(const pfscene_kind *kind, ptl_str count)
{
    return (pfscene_line){ { "wn", 0 }, { text_of(kind->count), count } };
}

pfscene_line ptl_pfscene_thing_line(const pfscene_kind *kind, const ptl_pfscene_thing *thing,
                                    ptl_str count)
{
    pfscene_line line = { kind->thing, { text_of(kind->key), thing->name } };

    if (kind->extra) {
        line.field[2] = *(const ptl_str *)((const char *)thing + kind->extra);
        line.field[3] = count;
    }
    return line;
}

pfscene_line ptl_pfscene_attribute_line(const ptl_pfscene_attribute *a, unsigned indent)
{
    if (a->type.size == 0)
        return (pfscene_line){ { "wr", (uint8_t)indent }, { a->key, a->value } };
    return (pfscene_line){ { "wwr", (uint8_t)indent }, { a->key, a->type, a->value } };
}

pfscene_line ptl_pfscene_argument_line(const ptl_pfscene_argument *a)
{
    return (pfscene_line){ { "wr", 7 }, { a->type, a->value } };
}
