/* SPDX-License-Identifier: MIT */
/* RapidJSON, used as its manual says it is fastest: a SAX reader that keeps nothing, a Writer into
 * memory. */
#if defined __SSE4_2__
#define RAPIDJSON_SSE42
#elif defined __SSE2__
#define RAPIDJSON_SSE2
#elif defined __ARM_NEON
#define RAPIDJSON_NEON
#endif

#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "rapid.h"

namespace
{

struct adder : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, adder> {
    double   sum   = 0;
    uint64_t count = 0;

    bool add(double value)
    {
        sum += value;
        count++;
        return true;
    }
    bool Default()
    {
        return add(0);
    }
    bool Int(int value)
    {
        return add(value);
    }
    bool Uint(unsigned value)
    {
        return add(value);
    }
    bool Int64(int64_t value)
    {
        return add(double(value));
    }
    bool Uint64(uint64_t value)
    {
        return add(double(value));
    }
    bool Double(double value)
    {
        return add(value);
    }
    bool String(const char *, rapidjson::SizeType size, bool)
    {
        return add(size);
    }
    bool Key(const char *, rapidjson::SizeType size, bool)
    {
        return add(size);
    }
};

enum what : uint8_t { BOOLEAN, SIGNED, UNSIGNED, REAL, TEXT, KEY, OPEN, CLOSE, LIST, END, NOTHING };

struct event {
    what type;
    union {
        int64_t  whole;
        uint64_t size;
        double   real;
        size_t   at; /* of a text; the size of which comes before its characters */
    };
};

} // namespace

struct rapid_text : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, rapid_text> {
    std::string        whole;
    std::vector<event> list;
    std::string        texts; /* those of the events */

    bool put(what type, int64_t value = 0)
    {
        event e{};

        e.type  = type;
        e.whole = value;
        list.push_back(e);
        return true;
    }
    bool put_text(what type, const char *text, rapidjson::SizeType size)
    {
        put(type, int64_t(texts.size()));
        texts.append(reinterpret_cast<const char *>(&size), sizeof size);
        texts.append(text, size);
        return true;
    }
    bool Null()
    {
        return put(NOTHING);
    }
    bool Bool(bool value)
    {
        return put(BOOLEAN, value);
    }
    bool Int(int value)
    {
        return put(SIGNED, value);
    }
    bool Uint(unsigned value)
    {
        return put(UNSIGNED, value);
    }
    bool Int64(int64_t value)
    {
        return put(SIGNED, value);
    }
    bool Uint64(uint64_t value)
    {
        return put(UNSIGNED, int64_t(value));
    }
    bool Double(double value)
    {
        put(REAL);
        list.back().real = value;
        return true;
    }
    bool String(const char *text, rapidjson::SizeType size, bool)
    {
        return put_text(TEXT, text, size);
    }
    bool Key(const char *text, rapidjson::SizeType size, bool)
    {
        return put_text(KEY, text, size);
    }
    bool StartObject()
    {
        return put(OPEN);
    }
    bool EndObject(rapidjson::SizeType)
    {
        return put(CLOSE);
    }
    bool StartArray()
    {
        return put(LIST);
    }
    bool EndArray(rapidjson::SizeType)
    {
        return put(END);
    }
};

/* Pages that nobody touched before, as for what is measured against it. */
struct fresh_pages {
    static const bool kNeedFree = true;

    void *Malloc(size_t size)
    {
        return Realloc(nullptr, 0, size);
    }
    void *Realloc(void *at, size_t old_size, size_t new_size)
    {
        char *moved = at || new_size
                          ? static_cast<char *>(rapid_fresh(
                                at ? static_cast<char *>(at) - HEAD : nullptr,
                                at ? old_size + HEAD : 0, new_size ? new_size + HEAD : 0))
                          : nullptr;

        if (!moved)
            return nullptr;
        new_size += HEAD;
        memcpy(moved, &new_size, sizeof new_size);
        return moved + HEAD;
    }
    static void Free(void *at)
    {
        size_t size;

        if (!at)
            return;
        memcpy(&size, static_cast<char *>(at) - HEAD, sizeof size);
        rapid_fresh(static_cast<char *>(at) - HEAD, size, 0);
    }

  private:
    enum { HEAD = 64 }; /* Free is not told the size */
};

typedef rapidjson::GenericStringBuffer<rapidjson::UTF8<>, fresh_pages> output_buffer;
typedef rapidjson::Writer<output_buffer>                               output_writer;

struct rapid_output {
    output_buffer buffer;
};

namespace
{

template <typename handler> bool parse(handler &to, const std::string &text)
{
    rapidjson::StringStream in(text.c_str());
    rapidjson::Reader       reader;

    return !reader.Parse<rapidjson::kParseFullPrecisionFlag>(in, to).IsError();
}

bool say(output_writer &to, const event &e, const char *texts)
{
    rapidjson::SizeType size;

    switch (e.type) {
    case NOTHING:
        return to.Null();
    case BOOLEAN:
        return to.Bool(e.whole != 0);
    case SIGNED:
        return to.Int64(e.whole);
    case UNSIGNED:
        return to.Uint64(e.size);
    case REAL:
        return to.Double(e.real);
    case OPEN:
        return to.StartObject();
    case CLOSE:
        return to.EndObject();
    case LIST:
        return to.StartArray();
    case END:
        return to.EndArray();
    default:
        memcpy(&size, texts + e.at, sizeof size);
        return e.type == KEY ? to.Key(texts + e.at + sizeof size, size)
                             : to.String(texts + e.at + sizeof size, size);
    }
}

} // namespace

rapid_text *rapid_text_new(const char *text, size_t size)
{
    rapid_text *made = new rapid_text;

    made->whole.assign(text, size);
    if (parse(*made, made->whole))
        return made;
    delete made;
    return nullptr;
}

void rapid_text_free(rapid_text *text)
{
    delete text;
}

bool rapid_read(const rapid_text *text)
{
    static volatile double kept;
    adder                  to;
    bool                   good = parse(to, text->whole);

    kept = to.sum;
    return good && to.count > 0;
}

rapid_output *rapid_write(const rapid_text *text)
{
    rapid_output *output = new rapid_output;
    output_writer to(output->buffer);
    const char   *texts = text->texts.data();
    bool          good  = true;

    for (const event &e : text->list)
        good = good && say(to, e, texts);
    if (good && to.IsComplete())
        return output;
    delete output;
    return nullptr;
}

const char *rapid_output_text(const rapid_output *output, size_t *size)
{
    *size = output->buffer.GetSize();
    return output->buffer.GetString();
}

void rapid_output_free(rapid_output *output)
{
    delete output;
}
