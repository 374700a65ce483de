import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Database } from '../db/client.ts'
import { messageOf } from '../log.ts'
import { callOut } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'
import { readRuleList, RULE_LISTS, type RuleListName } from './rule-list.ts'
import { ruleLists } from './rule-lists.table.ts'
import { sourceOf } from './rule-source.ts'

const MOST_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 30_000
/** Hosts of files answer with the address of another host. */
const MOST_REDIRECTS = 3
const AGAIN_MS = 24 * 3_600_000
const AFTER_FAILURE_MS = 15 * 60_000

/**
 * Fetches the lists whose address changed or whose copy is a day old. A list that cannot be fetched or read keeps its last good file.
 * Throws with the reasons after all were tried.
 */
export async function fetchRuleLists(database: Database, settings: Settings, now: Date): Promise<void> {
  const problems: string[] = []
  for (const name of RULE_LISTS) {
    const source = sourceOf(settings, name)
    if (source === '' || !(await isDue(database, name, source, now))) continue
    const problem = await fetchOne(database, { name, source }, now)
    if (problem !== null) problems.push(`${name}: ${problem}`)
  }
  if (problems.length > 0) throw new Error(problems.join('; '))
}

async function isDue({ db }: Database, name: RuleListName, source: string, now: Date): Promise<boolean> {
  const [row] = await db.select().from(ruleLists).where(eq(ruleLists.name, name))
  if (!row || row.source !== source) return true
  return now.getTime() - row.triedAt.getTime() >= (row.problem === null ? AGAIN_MS : AFTER_FAILURE_MS)
}

async function fetchOne({ db }: Database, { name, source }: { name: RuleListName; source: string }, now: Date): Promise<string | null> {
  const store = async (given: { problem: string | null; content?: string; sha256?: string }): Promise<void> => {
    const row = { source, triedAt: now, ...given }
    await db
      .insert(ruleLists)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: ruleLists.name, set: row })
  }
  try {
    await store({ problem: null, ...(await download(name, source)) })
    return null
  } catch (error) {
    const problem = messageOf(error)
    await store({ problem })
    return problem
  }
}

async function download(name: RuleListName, source: string): Promise<{ content: string; sha256: string }> {
  const [address = '', pin] = source.split('#sha256=')
  const answer = await follow(address)
  if (!answer.ok) throw new Error(`answer ${answer.status}`)
  const bytes = await readAtMost(answer.body, MOST_BYTES)
  if (!bytes) throw new Error('longer than 8 MB')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (pin !== undefined && pin.toLowerCase() !== sha256) throw new Error(`the file has SHA-256 ${sha256}, not the pinned one`)
  const content = new TextDecoder().decode(bytes).replaceAll('\0', '')
  const list = await readRuleList(content)
  const held = name === 'cn-ip' ? list?.networks : list && [...list.suffixes, ...list.names]
  if (!held || held.length === 0) throw new Error(name === 'cn-ip' ? 'not a list of networks' : 'not a list of names')
  return { content, sha256 }
}

/** Fetches an address, checking each redirect's as the first. */
async function follow(address: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let at = address
  for (let left = MOST_REDIRECTS; ; left--) {
    const answer = await callOut(at, { redirect: 'manual', signal })
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (next === null) return answer
    await answer.body?.cancel()
    if (left === 0) throw new Error(`more than ${MOST_REDIRECTS} redirects`)
    at = new URL(next, at).href
  }
}
