import { ALLOCATOR } from '../memory/allocator.ts'
import { memoryLeft } from '../memory/memory-limit.ts'

const MB = 1024 * 1024
/** What the build takes at most with these flags and variables: decision 91. */
const NEEDED_MB = 600
/** Node's heap is bounded, because it would grow by 200 MB of garbage before it is emptied. */
export const buildFlags = ['--max-old-space-size=160', '--max-semi-space-size=4']
/** One thread each for Rolldown's reading and its writing; freed memory goes back at once. */
export const buildVariables = {
  ROLLDOWN_WORKER_THREADS: '1',
  RAYON_NUM_THREADS: '1',
  MIMALLOC_PURGE_DELAY: '0',
  ...ALLOCATOR,
}

/** Throws where the build would run out of memory. Returns the bytes that are left, or null if the system does not say. */
export function ensureBuildMemory(root = '/'): number | null {
  const left = memoryLeft(root)
  if (left !== null && left < NEEDED_MB * MB) throw new Error(`the web app has no build of these sources, and making one ${needs(left)}`)
  return left
}

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string; left: number | null }

/** Says why a build failed. `left`: at its start. */
export function buildFault({ code, signal, output, left }: Ended): string {
  // 137: how a shell or a container reports SIGKILL.
  const isEnded = signal === 'SIGKILL' || code === 137
  return isEnded ? `the system ended the build of the web app, which ${needs(left)}` : `the web app could not be built:\n${output}`
}

function needs(left: number | null): string {
  const has = left === null ? '' : `, has ${Math.floor(left / MB)} MB`
  return `needs ${NEEDED_MB} MB of memory${has}; use a release, in which it is built, or add swap`
}
