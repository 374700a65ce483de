import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A memory cgroup (v1) with a limit, as a small rented machine has. */
export type MemoryGroup = {
  /** A command that runs another one within the limit. */
  within: string[]
  /** In megabytes. `held`: what cannot be given back, such as heaps and PostgreSQL's shared buffers. `charged`: with cached files. */
  peaks: () => { held: number; charged: number }
  /** Processes that the system has ended for want of memory. */
  ended: () => number
  remove: () => Promise<void>
}

const ROOT = '/sys/fs/cgroup/memory'
const [LOOK_MS, MB] = [100, 1024 * 1024]
/** What cannot be given back. Another program may have made the machine move some of it to swap. */
const HELD = ['total_rss', 'total_shmem', 'total_swap']

/** null: this machine lets us make none. */
export function createMemoryGroup(limitMb: number): MemoryGroup | null {
  const folder = join(ROOT, own(), `portico-bench-${process.pid}-${limitMb}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'memory.limit_in_bytes'), String(limitMb * MB))
    // A small machine has no swap, even if this one has.
    const withSwap = join(folder, 'memory.memsw.limit_in_bytes')
    if (existsSync(withSwap)) writeFileSync(withSwap, String(limitMb * MB))
  } catch {
    return null
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const figure = (name: string, file: string): number => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(read(file))?.[1] ?? 0)
  let held = 0
  const look = (): void => {
    const now = HELD.reduce((sum, name) => sum + figure(name, 'memory.stat'), 0)
    held = Math.max(held, now)
  }
  const left = (): number[] => read('cgroup.procs').split('\n').filter(Boolean).map(Number)
  const timer = setInterval(look, LOOK_MS)
  return {
    within: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`, 'sh'],
    peaks: () => ({ held: held / MB, charged: Number(read('memory.max_usage_in_bytes')) / MB }),
    ended: () => figure('oom_kill', 'memory.oom_control'),
    remove: async () => {
      clearInterval(timer)
      // A server that the system has ended leaves its database.
      for (let pids = left(); pids.length > 0; pids = left()) {
        for (const pid of pids) tryKill(pid)
        await pause(50)
      }
      rmdirSync(folder)
    },
  }
}

function own(): string {
  try {
    return /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
