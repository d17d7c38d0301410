/* SPDX-License-Identifier: MIT */
/* Rules of the core, which every format stands on. */
#include <portolan/portolan.h>

extern const ptl_rule ptl_core_rules[];

const ptl_rule ptl_core_rules[] = {
    { "argument", PTL_ERROR, "a call of the library makes no sense: see its description" },
    { "feature-absent", PTL_ERROR,
      "this build, or this machine, lacks a library that the file or the output needs" },
    { "json-count", PTL_ERROR,
      "a list in JSON is not as long as the sizes or the lists beside it ask for" },
    { "json-hex", PTL_ERROR, "bytes in JSON are not spelled as pairs of hexadecimal digits" },
    { "json-kind", PTL_ERROR,
      "JSON holds one kind of value where another is expected, such as a text for a number" },
    { "json-member", PTL_ERROR,
      "a member in JSON is unknown, comes twice or does not belong here" },
    { "json-missing", PTL_ERROR, "a member that JSON cannot do without is missing" },
    { "json-name", PTL_ERROR, "a text in JSON is not one of the names its field may have" },
    { "json-number", PTL_ERROR,
      "a number in JSON is misspelled, or too large for the field it belongs to" },
    { "json-range", PTL_ERROR, "a whole number in JSON does not fit the field it belongs to" },
    { "json-string", PTL_ERROR,
      "a text in JSON has a bad escape, a control character, no end, or is not UTF-8" },
    { "json-syntax", PTL_ERROR, "the text is not JSON from here on" },
    { "limit-depth", PTL_ERROR, "things are nested deeper than the limit allows" },
    { "limit-expansion", PTL_ERROR, "a few bytes stand for more cells than the limit allows" },
    { "limit-memory", PTL_ERROR, "more memory would be needed than the limit allows" },
    { "list-missing", PTL_ERROR,
      "an edited document has a list or a text with a count, and nothing that it counts" },
    { "memory", PTL_ERROR, "the system has no more memory to give" },
    { "payload-long", PTL_ERROR, "a compressed stream holds more than it is meant to" },
    { "payload-short", PTL_ERROR, "a compressed stream holds less than it is meant to" },
    { "range", PTL_ERROR, "a field has a value that its format gives no meaning to" },
    { "stopped", PTL_ERROR, "the program that made the call stopped it" },
    { "truncated", PTL_ERROR, "the file ends before all that it promises is there" },
    { "untrusted", PTL_ERROR,
      "code of others would be needed that is not trusted with this input: see --untrusted" },
    { "write", PTL_ERROR, "the output, or a file that goes beside it, cannot be written" },
    { "zlib-data", PTL_ERROR, "a zlib stream is damaged, or is not one" },
    { "zstd-data", PTL_ERROR, "a zstd frame is damaged, is not one, or asks for too much" },
    { "" },
};
