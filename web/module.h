/* SPDX-License-Identifier: MIT */
/* What the module exports and what it asks of the page or program around it (web/portolan.mjs). */
#ifndef PTL_WEB_MODULE_H
#define PTL_WEB_MODULE_H

#include <portolan/portolan.h>

#define WEB_EXPORT(name) __attribute__((export_name(#name)))
#define WEB_IMPORT(name) __attribute__((import_module("portolan"), import_name(#name)))

/* What the last call made; the next call that makes something takes its place. */
extern ptl_bytes web_out;

/* Text at the end of web_out; without memory there is less of it, and web_full says so. */
void web_put(const char *text, size_t size);
void web_say(const char *text);
void web_number(double value);
void web_quoted(const char *text, size_t size); /* as JSON */
bool web_full(void);

#endif
