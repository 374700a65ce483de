import { memoryLimit } from './memory-limit.ts'

/** What the server gives to its parts, by the memory that it may use. */
export type Sizes = {
  /** Megabytes of V8's old and young generation; null: what `npm start` and Node say. */
  heap: { old: number; young: number } | null
  /** Connections to the database, besides the nine of the job queue: those of a restart and some guests fit into the built-in one's 57. */
  connections: number
  /** Seconds after which a connection is replaced: what PostgreSQL keeps for each grows from 3 to 13 MB. 0: never. */
  connectionS: number
  /** Passwords that are hashed at once; each takes 19 MB. */
  passwords: number
  /** Processes beside the server at once: the grammar check, pictures, statements. */
  children: number
  /** The longest that such a process stays without work, in milliseconds. */
  idleMs: number
  /** Pictures worked on at once; the most pixels of one, in millions; drawings are kept exactly, which takes 100 MB more. */
  pictures: { atOnce: number; megapixels: number; exact: boolean }
  /** The built-in grammar check. `small`: its code is compiled once and simply, which takes 80 MB less and a third more time. */
  grammar: 'usual' | 'small' | 'off'
  /** Megabytes of uploads in memory at once, of large files and small ones. */
  uploads: { large: number; small: number }
  /** Share of the usual size of caches of articles, pages and search words. */
  caches: number
  /** Settings of the built-in PostgreSQL. */
  postgres: Record<string, string | number>
}

/** Processes that work in parallel would mostly take memory. */
const ALONE = { max_parallel_workers: 0, io_method: 'sync', max_logical_replication_workers: 0, autovacuum_max_workers: 1, jit: 'off' }

const SMALLEST: Sizes = {
  heap: { old: 128, young: 1 },
  connections: 7,
  connectionS: 60,
  passwords: 1,
  children: 1,
  idleMs: 5000,
  pictures: { atOnce: 1, megapixels: 16, exact: false },
  grammar: 'off',
  uploads: { large: 20, small: 10 },
  caches: 0,
  postgres: { shared_buffers: '12MB', work_mem: '1MB', maintenance_work_mem: '8MB', effective_cache_size: '32MB', ...ALONE },
}

const SMALL: Sizes = {
  heap: { old: 160, young: 2 },
  connections: 7,
  connectionS: 60,
  passwords: 1,
  children: 1,
  idleMs: 5000,
  pictures: { atOnce: 1, megapixels: 25, exact: true },
  grammar: 'small',
  uploads: { large: 40, small: 16 },
  caches: 0.25,
  postgres: { shared_buffers: '12MB', work_mem: '2MB', maintenance_work_mem: '8MB', effective_cache_size: '128MB', ...ALONE },
}

const USUAL: Sizes = {
  heap: null,
  connections: 12,
  connectionS: 0,
  passwords: Infinity,
  children: Infinity,
  idleMs: Infinity,
  pictures: { atOnce: 2, megapixels: 50, exact: true },
  grammar: 'usual',
  uploads: { large: 128, small: 32 },
  caches: 1,
  postgres: {},
}

const MB = 1024 * 1024

/** Megabytes that the server and its processes may use: `MEMORY_MB`, or what the system says. */
export function usableMemory(env = process.env): number {
  return Number(env['MEMORY_MB']) || Math.floor(memoryLimit() / MB)
}

export function sizesFor(megabytes: number): Sizes {
  if (megabytes < 300) return SMALLEST
  // A rented gigabyte has 960.
  return megabytes < 900 ? SMALL : USUAL
}

/** The sizes of this process. */
export const sizes = sizesFor(usableMemory())

/** What a start says about them; null: there is memory enough. */
export function memoryNote(megabytes: number): string | null {
  const { heap, grammar } = sizesFor(megabytes)
  if (heap === null) return null
  const less =
    grammar === 'off'
      ? 'the built-in grammar check, caches of pages and work on several pictures at once are off'
      : 'caches are small, and texts and pictures are worked on one after another'
  return `Portico may use ${megabytes} MB of memory: ${less} (docs/operate/running.md).`
}
