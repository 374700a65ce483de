import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Db } from '../db/client.ts'
import { readRuleList, RULE_LISTS, type RuleFile, type RuleListName, ruleFiles } from './rule-list.ts'
import { ruleLists } from './rule-lists.table.ts'
import { sourceOf } from './rule-source.ts'

export type ServedFile = { type: string; tag: string; body: Buffer; gzipped: Buffer }

/** Reads files under `/rules/`; null: there is no such file. Each is written once and kept until its list changes. */
export function createRuleFiles(db: Db, settings: () => Settings): (path: string) => Promise<ServedFile | null> {
  const kept = new Map<string, { version: string; file: Promise<ServedFile | null> }>()
  const versions = new Map<RuleListName, string>()

  async function versionOf(name: RuleListName): Promise<string> {
    if (sourceOf(settings(), name) === '') return BUILT_IN
    try {
      const [row] = await db.select({ sha256: ruleLists.sha256 }).from(ruleLists).where(eq(ruleLists.name, name))
      versions.set(name, row?.sha256 ?? BUILT_IN)
    } catch {
      // While the database does not answer, the last known list is served.
    }
    return versions.get(name) ?? BUILT_IN
  }

  return async (path) => {
    const found = place(path)
    if (!found) return null
    const version = await versionOf(found.name)
    const ready = kept.get(path)
    if (ready?.version === version) return ready.file
    const file = writeFile(found, await textOf(db, found.name, version))
    kept.set(path, { version, file })
    return file
  }
}

async function writeFile({ file: { type, write } }: Place, text: string): Promise<ServedFile | null> {
  const list = await readRuleList(text)
  if (!list) return null
  const body = Buffer.from(write(list))
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  return { type, tag, body, gzipped: await promisify(gzip)(body) }
}

const BUILT_IN = 'built-in'

type Place = { name: RuleListName; file: RuleFile }
function place(path: string): Place | null {
  for (const name of RULE_LISTS) {
    for (const [pattern, file] of Object.entries(ruleFiles)) if (path === pattern.replace('*', name)) return { name, file }
  }
  return null
}

async function textOf(db: Db, name: RuleListName, version: string): Promise<string> {
  if (version !== BUILT_IN) {
    const [row] = await db.select({ content: ruleLists.content }).from(ruleLists).where(eq(ruleLists.name, name))
    if (row?.content) return row.content
  }
  return builtInList(name)
}

/** The text of a list that comes with Portico. */
export function builtInList(name: RuleListName): string {
  return readFileSync(new URL(`lists/${name}.txt`, import.meta.url), 'utf8')
}
