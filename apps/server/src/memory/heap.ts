import { sizes } from './sizes.ts'

const OLD = '--max-old-space-size'

/**
 * With little memory, starts this program again in place, under the same pid, with a heap of that size, and with `gc` for
 * `children/child-work.ts`: V8 takes both only at a start. Does
 * nothing where that is done, where the operator has chosen a size, or where the system cannot. Nor in a successor, which would lose the
 * channel to its keeper.
 */
export function fitHeap(heap = sizes.heap): void {
  if (process.send) return
  // V8 takes underscores too.
  const chosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((flags) => flags.replaceAll('_', '-').includes(OLD))
  if (heap === null || chosen || process.platform === 'win32') return
  const flags = [
    ...process.execArgv,
    `${OLD}=${heap.old}`,
    `--max-semi-space-size=${heap.young}`,
    '--heap-growing-percent=15',
    '--expose-gc',
  ]
  process.execve?.(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], process.env)
}
