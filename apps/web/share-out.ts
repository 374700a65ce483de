/** What is known of a module: the characters it adds, who loads it (a bit for each visit), and what it imports. */
export type Code = { size: number; users: Uint8Array; imports: readonly string[] }
/** Modules that stand in one file. `imports`: the files it needs. */
type File = { size: number; users: Uint8Array; modules: string[]; imports: Set<File> }

/** What one more file costs a visit, in characters of code: a request, and words that are compressed twice. */
const PER_FILE = 6000

/**
 * Puts modules into files, such that visits load little that they do not use, in few files. It begins with a file for each set of visits and
 * joins two as long as that saves more than it adds. `weights`: how much each visit counts.
 * Returns the files with those first that others import.
 */
export function shareOut(codes: Map<string, Code>, weights: number[]): string[][] {
  const files = bySetOfVisits(codes)
  const gains = new Map<File, Map<File, number>>()
  const compare = (file: File): void => {
    const row = new Map<File, number>()
    gains.set(file, row)
    for (const other of files) {
      const gain = other === file ? 0 : gainOf(file, other, weights)
      if (gain > 0) row.set(other, gain)
      gains.get(other)?.delete(file)
    }
  }
  files.forEach(compare)
  for (;;) {
    const best = bestOf(gains)
    if (!best) return inOrder(files).map(({ modules }) => modules)
    const [one, other, gain] = best
    const lost = isCircle(one, other) ? Infinity : addedBelow(one, other, weights) + addedBelow(other, one, weights)
    if (lost >= gain) {
      gains.get(one)?.delete(other)
      continue
    }
    const joined = join(one, other, files)
    for (const gone of [one, other]) {
      gains.delete(gone)
      for (const row of gains.values()) row.delete(gone)
    }
    for (const changed of [joined, ...spread(joined)]) compare(changed)
  }
}

function bySetOfVisits(codes: Map<string, Code>): File[] {
  const bySet = new Map<string, File>()
  const fileOf = new Map<string, File>()
  for (const [id, { size, users }] of codes) {
    const set = users.join('')
    const file = bySet.get(set) ?? { size: 0, users: Uint8Array.from(users), modules: [], imports: new Set() }
    bySet.set(set, file)
    file.size += size
    file.modules.push(id)
    fileOf.set(id, file)
  }
  for (const [id, { imports }] of codes) {
    for (const next of imports) {
      const [from, to] = [fileOf.get(id), fileOf.get(next)]
      if (from && to && from !== to) from.imports.add(to)
    }
  }
  return [...bySet.values()]
}

function gainOf(one: File, other: File, weights: number[]): number {
  let gain = 0
  for (let visit = 0; visit < weights.length; visit++) {
    const [a, b] = [one.users[visit], other.users[visit]]
    if (a && b) gain += PER_FILE * Math.min(weights[visit] ?? 0, 1)
    else if (a || b) gain -= (a ? other.size : one.size) * (weights[visit] ?? 0)
  }
  return gain
}

/** What visits of `other` load besides, because `one` imports it. */
function addedBelow(one: File, other: File, weights: number[]): number {
  let added = 0
  for (const { size, users } of reached(one))
    for (let visit = 0; visit < weights.length; visit++)
      if (other.users[visit] && !one.users[visit] && !users[visit]) added += size * (weights[visit] ?? 0)
  return added
}

function bestOf(gains: Map<File, Map<File, number>>): [File, File, number] | null {
  let best: [File, File, number] | null = null
  for (const [one, row] of gains) for (const [other, gain] of row) if (!best || gain > best[2]) best = [one, other, gain]
  return best
}

/** Whether one needs the other through a third. */
function isCircle(one: File, other: File): boolean {
  const through = (from: File, to: File): boolean => [...from.imports].some((next) => next !== to && reached(next).has(to))
  return through(one, other) || through(other, one)
}

function join(one: File, other: File, files: File[]): File {
  const users = one.users.map((bit, visit) => bit || (other.users[visit] ?? 0))
  const imports = new Set([...one.imports, ...other.imports])
  const joined: File = { size: one.size + other.size, users, modules: [...one.modules, ...other.modules], imports }
  for (const gone of [one, other]) {
    imports.delete(gone)
    files.splice(files.indexOf(gone), 1)
    for (const file of files) if (file.imports.delete(gone)) file.imports.add(joined)
  }
  files.push(joined)
  return joined
}

/** Who loads a file loads what it imports. Returns the files that have more visits now. */
function spread(file: File): File[] {
  return [...reached(file)].filter(({ users }) => {
    let isChanged = false
    file.users.forEach((bit, visit) => {
      if (bit && !users[visit]) users[visit] = Number((isChanged = true))
    })
    return isChanged
  })
}

/** All that it imports, directly or through others. */
function reached(file: File, seen = new Set<File>()): Set<File> {
  for (const next of file.imports) {
    if (seen.has(next)) continue
    seen.add(next)
    reached(next, seen)
  }
  return seen
}

function inOrder(files: File[]): File[] {
  const ordered = new Set<File>()
  const add = (file: File): void => {
    for (const next of file.imports) if (!ordered.has(next)) add(next)
    ordered.add(file)
  }
  files.forEach(add)
  return [...ordered]
}
