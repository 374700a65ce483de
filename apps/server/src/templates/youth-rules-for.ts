import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { shareOf } from './live-templates.ts'
import { templateVersions } from './templates.table.ts'
import { readYouthRules, STARTING_YOUTH_RULES, type YouthRules } from '../documents/youth-rules.ts'

/** The rules an account has, or would have, in youth mode. */
export async function rulesFor(db: Db, accountId: number): Promise<YouthRules> {
  const live = await db
    .select({ text: templateVersions.text, below: templateVersions.rolloutPercent })
    .from(templateVersions)
    .where(and(eq(templateVersions.format, 'youth'), eq(templateVersions.state, 'active')))
    .orderBy(asc(templateVersions.rolloutPercent))
  const share = shareOf(accountId)
  return parsed(live.find(({ below }) => share < below)?.text ?? STARTING_YOUTH_RULES)
}

const MAX_KEPT = 8
const kept = new Map<string, YouthRules>()

/** Few texts are live. Each is parsed once, because a long one takes a tenth of a second. */
function parsed(text: string): YouthRules {
  const rules = kept.get(text) ?? readYouthRules(text)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(text, rules)
  return rules
}
