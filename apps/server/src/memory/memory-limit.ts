import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** Bytes that this process may use: the machine's memory, or less in a container or a unit with a limit. `root`: of the system's files. */
export function memoryLimit(root = '/'): number {
  const machine = ofMachine(root, 'MemTotal') ?? totalmem()
  return Math.min(machine, ...controlGroups(root).map(({ limit }) => limit))
}

/** Bytes that processes can still take, swap included, before the system ends one. null: it does not say. */
export function memoryLeft(root = '/'): number | null {
  const left = ofMachine(root, 'MemAvailable')
  if (left === null) return null
  const swap = ofMachine(root, 'SwapFree') ?? 0
  return Math.min(left + swap, ...controlGroups(root).map((group) => group.left(swap)))
}

/** `left`: what its processes can still take, with so much free swap in the machine. */
type ControlGroup = { limit: number; left: (swap: number) => number }

/** The process's control group and those above it: each may have a limit. */
function controlGroups(root: string): ControlGroup[] {
  const own = read(join(root, 'proc/self/cgroup'))
  const v1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)
  const path = (v1 ?? /^0::(.*)$/m.exec(own))?.[1]?.split('/').filter((part) => part !== '' && part !== '..') ?? []
  // In a container, the path may be the host's. Then only the first folder exists.
  const folders = ['', ...path].map((_, depth) => join(root, 'sys/fs/cgroup', v1 ? 'memory' : '', ...path.slice(0, depth)))
  return folders.map(v1 ? version1 : version2)
}

/** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html */
function version1(folder: string): ControlGroup {
  const limit = bytes(folder, 'memory.limit_in_bytes') ?? Infinity
  const limitWithSwap = bytes(folder, 'memory.memsw.limit_in_bytes') ?? Infinity
  const files = cached(folder, 'total_')
  const left = limit - (bytes(folder, 'memory.usage_in_bytes') ?? 0) + files
  const leftWithSwap = limitWithSwap - (bytes(folder, 'memory.memsw.usage_in_bytes') ?? 0) + files
  return { limit, left: (swap) => Math.min(left + swap, leftWithSwap) }
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html#memory */
function version2(folder: string): ControlGroup {
  // Above the first the kernel ends a process, above the second it slows all down until they stand still.
  const limit = Math.min(bytes(folder, 'memory.max') ?? Infinity, bytes(folder, 'memory.high') ?? Infinity)
  const left = limit - (bytes(folder, 'memory.current') ?? 0) + cached(folder, '')
  const ownSwap = (bytes(folder, 'memory.swap.max') ?? Infinity) - (bytes(folder, 'memory.swap.current') ?? 0)
  return { limit, left: (swap) => left + Math.min(swap, ownSwap) }
}

/** null: the file is not there, or says `max`. */
function bytes(folder: string, file: string): number | null {
  const text = read(join(folder, file)).trim()
  return /^\d+$/.test(text) ? Number(text) : null
}

/** Copies of files, which the kernel drops when memory is short. */
function cached(folder: string, prefix: string): number {
  const stat = read(join(folder, 'memory.stat'))
  return ['inactive_file', 'active_file'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${prefix}${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0),
    0,
  )
}

function ofMachine(root: string, name: string): number | null {
  const kilobytes = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(read(join(root, 'proc/meminfo')))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
