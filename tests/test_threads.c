/* SPDX-License-Identifier: MIT */
/* Many threads at once: each reads, converts and writes documents of its own, and all of them read
 * one that is shared. */
#include <portolan/mpd.h>
#include <pthread.h>
#include <string.h>

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"

enum { THREADS = 8, ROUNDS = 200 };

typedef struct task {
    const ptl_doc *shared;
    bool           good;
} task;

static bool same_back(const ptl_doc *doc, const char *to)
{
    ptl_bytes bytes, again;
    ptl_doc  *back;
    bool      same;

    if (ptl_write(&bytes, doc, &(ptl_write_opts){ .to = to }, NULL) != PTL_OK)
        return false;
    if (ptl_read(&back, bytes.data, bytes.size, NULL, NULL) != PTL_OK)
        return false;
    same = ptl_write(&again, back, NULL, NULL) == PTL_OK && again.size == sizeof mpd_two_fans &&
           memcmp(again.data, mpd_two_fans, again.size) == 0;
    ptl_bytes_free(&bytes);
    ptl_bytes_free(&again);
    ptl_doc_free(back);
    return same;
}

static void *work(void *user)
{
    task *t = user;

    t->good = true;
    for (int i = 0; i < ROUNDS && t->good; i++) {
        ptl_doc  *own;
        ptl_bytes page;

        t->good = ptl_read(&own, mpd_two_fans, sizeof mpd_two_fans, NULL, NULL) == PTL_OK &&
                  same_back(own, "json") && same_back(t->shared, i % 2 ? "json" : NULL) &&
                  ptl_info(&page, t->shared, PTL_PAGE_JSON, NULL) == PTL_OK &&
                  ptl_check(t->shared, NULL, NULL) == PTL_OK;
        ptl_bytes_free(&page);
        ptl_doc_free(own);
    }
    return NULL;
}

static void many_threads_at_once(void)
{
    ptl_doc  *shared = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    pthread_t thread[THREADS];
    task      tasks[THREADS];

    for (int i = 0; i < THREADS; i++) {
        tasks[i] = (task){ .shared = shared };
        CHECK(pthread_create(&thread[i], NULL, work, &tasks[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        CHECK(tasks[i].good);
    ptl_doc_free(shared);
}

int main(void)
{
    static const test_case tests[] = { TEST(many_threads_at_once) };

    return run_tests("threads", tests, COUNT(tests));
}
