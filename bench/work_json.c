/* SPDX-License-Identifier: MIT */
/* JSON as RapidJSON reads and writes it. */
#include "bench.h"

#include "rapid.h"

/* Copied and listened to once, before the clock runs. */
static const rapid_text *text_of(const material *m)
{
    static rapid_text *text; /* one program, one text at a time */
    static const void *from;

    if (from != m->json.data) {
        rapid_text_free(text);
        from = m->json.data;
        text = rapid_text_new((const char *)m->json.data, m->json.size);
    }
    return text;
}

outcome json_rapid_read(const material *m)
{
    const rapid_text *text = text_of(m);

    return (outcome){ .done = text && rapid_read(text) };
}

void *rapid_fresh(void *at, size_t old_size, size_t new_size)
{
    return fresh_memory().resize(NULL, at, old_size, new_size);
}

/* The output is a Writer's own, and freed by it. */
static void *output_resize(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)ptr;
    (void)old_size;
    if (new_size == 0)
        rapid_output_free(user);
    return NULL;
}

outcome json_rapid_write(const material *m)
{
    const rapid_text *text   = text_of(m);
    rapid_output     *output = text ? rapid_write(text) : NULL;
    outcome           o      = { .done = output != NULL };

    if (!output)
        return o;
    o.bytes.data      = (uint8_t *)rapid_output_text(output, &o.bytes.size);
    o.bytes.capacity  = o.bytes.size;
    o.bytes.allocator = (ptl_allocator){ output_resize, output };
    return o;
}
