/* SPDX-License-Identifier: MIT */
/* Mutations that know RIFF: a chunk is changed, dropped or doubled and the sizes around it are put
 * right, so that the damage reaches the reader of that chunk; or a size or count is made a lie. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { CHUNKS = 256, DEPTH = 4 };

typedef struct chunk {
    size_t at, end;       /* header; end of the data       */
    size_t around[DEPTH]; /* headers of the groups it is in */
    size_t depth;
} chunk;

typedef struct finder {
    const uint8_t *data;
    chunk          found[CHUNKS];
    size_t         count;
} finder;

static uint32_t load(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static void find(finder *f, size_t at, size_t end, const chunk *parent)
{
    while (end - at >= 8 && f->count < CHUNKS) {
        size_t size = load(f->data + at + 4);
        chunk *c    = &f->found[f->count];

        if (size > end - at - 8)
            return;
        *c = (chunk){ .at = at, .end = at + 8 + size };
        if (parent) {
            memcpy(c->around, parent->around, sizeof c->around);
            c->depth                = parent->depth + 1;
            c->around[c->depth - 1] = parent->at;
        }
        f->count++;
        if (memcmp(f->data + at, "LIST", 4) == 0 && size >= 4 && c->depth + 1 < DEPTH)
            find(f, at + 12, at + 8 + size, c);
        at += 8 + size + size % 2;
        if (at > end)
            return;
    }
}

/* Replaces the bytes from `at` to `end` and puts the sizes of the groups around right. */
static size_t replace(uint8_t *data, size_t size, size_t most, const chunk *c, size_t at,
                      size_t end, const uint8_t *with, size_t with_size)
{
    size_t now = size - (end - at) + with_size;

    if (now > most)
        return size;
    memmove(data + at + with_size, data + end, size - end);
    if (with_size > 0)
        memcpy(data + at, with, with_size);
    for (size_t i = 0; i < c->depth; i++)
        store(data + c->around[i] + 4, (uint32_t)(load(data + c->around[i] + 4) + now - size));
    store(data + 4, (uint32_t)(now - 8));
    return now;
}

static size_t change_body(uint8_t *data, size_t size, size_t most, const chunk *c)
{
    size_t   body = c->end - c->at - 8, room = body + 64, padded = c->end + body % 2, now;
    uint8_t *copy = calloc(1, 8 + room + 1);

    if (!copy)
        return size;
    memcpy(copy, data + c->at, 8 + body);
    body = LLVMFuzzerMutate(copy + 8, body, room);
    store(copy + 4, (uint32_t)body);
    copy[8 + body] = 0;
    now            = replace(data, size, most, c, c->at, padded < size ? padded : size, copy,
                             8 + body + body % 2);
    free(copy);
    return now;
}

static size_t copy_chunk(uint8_t *data, size_t size, size_t most, const chunk *c)
{
    size_t   whole = c->end - c->at + (c->end - c->at) % 2, now;
    uint8_t *copy  = c->at + whole <= size ? malloc(whole) : NULL;

    if (!copy)
        return size;
    memcpy(copy, data + c->at, whole);
    now = replace(data, size, most, c, c->at, c->at, copy, whole);
    free(copy);
    return now;
}

static void lie(uint8_t *data, size_t size, const chunk *c, unsigned seed)
{
    static const uint32_t sizes[] = { 0, 1, 3, 0x7FFFFFFF, 0xFFFFFFFF };
    uint32_t              was     = load(data + c->at + 4);

    switch (seed % 4) {
    case 0:
        store(data + c->at + 4, sizes[seed / 4 % 5]);
        break;
    case 1:
        store(data + c->at + 4, seed & 4 ? was + 1 : was - 1);
        break;
    case 2: /* counts stand in front, or after the options of regions */
        if (c->at + 10 <= size)
            data[c->at + 8] = data[c->at + 9] = 0xFF;
        break;
    default:
        if (c->at + 16 <= size)
            data[c->at + 14] = (uint8_t)(seed >> 8);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    finder       f = { .data = data };
    const chunk *c;

    if (size >= 20)
        find(&f, 12, size, NULL);
    if (f.count == 0 || seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, most);
    c = &f.found[seed / 64 % f.count];
    if (seed % 8 == 1)
        lie(data, size, c, seed / 8);
    else if (seed % 16 == 2)
        return copy_chunk(data, size, most, c);
    else if (seed % 16 == 3)
        return replace(data, size, most, c, c->at, c->end, NULL, 0);
    else
        return change_body(data, size, most, c);
    return size;
}
