/* SPDX-License-Identifier: MIT */
#include "WorkerShims/threads.h"

void thread_origin_note(worker_record *record, const thread_origin *origin, uint32_t thread) {
    thread_origin *place = &record->origins[table_take(&record->origin_count) % TABLE_ORIGINS];
    table_store(&place->thread, 0);
    /* A release store orders what comes before it, not what comes after: aarch64 may store the fields first. */
    __atomic_thread_fence(__ATOMIC_RELEASE);
    table_store(&place->stage, origin->stage);
    table_store(&place->bundle, origin->bundle);
    table_store(&place->unit, origin->unit);
    table_store(&place->slot, origin->slot);
    table_store(&place->is_pool, origin->is_pool);
    table_store(&place->thread, thread);
}

thread_origin thread_origin_find(const worker_record *record, uint32_t thread) {
    thread_origin found = {0};
    uint32_t count = table_load(&record->origin_count);
    /* The last one of a number is the one: a number comes again. */
    for (uint32_t back = 1; back <= TABLE_ORIGINS && back <= count; back += 1) {
        const thread_origin *place = &record->origins[(count - back) % TABLE_ORIGINS];
        if (table_load(&place->thread) != thread) continue;
        found = (thread_origin){thread,
                                table_load(&place->stage),
                                table_load(&place->bundle),
                                table_load(&place->unit),
                                table_load(&place->slot),
                                table_load(&place->is_pool)};
        /* Another thread may have begun to overwrite it. */
        if (table_load(&place->thread) == thread) return found;
    }
    found.thread = 0;
    return found;
}
