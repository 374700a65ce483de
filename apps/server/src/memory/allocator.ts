/** How the C library of a process of ours hands out memory, as in `portico`: from one arena, and what is freed goes back. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
