import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { inTime } from '../jobs/in-time.ts'
import { RULE_LISTS, type RuleFile, type RuleListName, ruleFiles } from './rule-list.ts'
import type { KeptList, RuleListMemory } from './rule-list-memory.ts'

export type ServedFile = { type: string; tag: string; body: Buffer; gzipped: Buffer }

/** Reads files under `/rules/`; null: there is no such file. Each is written once and kept until its list changes. */
export function createRuleFiles(lists: RuleListMemory): (path: string) => Promise<ServedFile | null> {
  const kept = new Map<string, { version: string; file: Promise<ServedFile> }>()
  return async (path) => {
    const found = place(path)
    if (!found) return null
    // While the database is away, what is known is served at once.
    await inTime(lists.refresh(), LOOK_MS).catch(() => {})
    const list = lists.of(found.name)
    if (!list) throw new Error('no list is known yet')
    const ready = kept.get(path)
    if (ready?.version === list.version) return ready.file
    const file = writeFile(found.file, list)
    kept.set(path, { version: list.version, file })
    return file
  }
}

const LOOK_MS = 1000

async function writeFile({ type, write }: RuleFile, { list }: KeptList): Promise<ServedFile> {
  const body = Buffer.from(write(list))
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  return { type, tag, body, gzipped: await promisify(gzip)(body) }
}

function place(path: string): { name: RuleListName; file: RuleFile } | null {
  for (const name of RULE_LISTS) {
    for (const [pattern, file] of Object.entries(ruleFiles)) if (path === pattern.replace('*', name)) return { name, file }
  }
  return null
}
