import type { TemplateFormat } from '@portico/contract/formats'
import type { PreviewKind, TemplateFault } from '@portico/contract/templates-admin'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { feedNodes } from './feed-source.ts'
import { dialectOf, supports } from '../formats/dialect.ts'
import { compileFeed } from '../formats/compile-feed.ts'
import type { Site } from '../formats/feed-node.ts'
import { browserProxies } from '../formats/pac.ts'
import { compileTemplated, outputFaults, type ReadTemplate, readTemplate, takesTemplate } from '../formats/templates/link-template.ts'
import { TemplateError } from '../documents/template-text.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { rulesFor } from '../templates/youth-rules-for.ts'
import { chooseTemplate, liveTemplates } from '../templates/live-templates.ts'

export type Preview = {
  faults: TemplateFault[]
  output: string | null
  outputFaults: TemplateFault[]
  nodes: number
  leftOut: number
  templated: boolean
}
/** `client`: the format whose profile shows youth mode rules, which are no profile themselves. */
type Given = { format: PreviewKind; client: TemplateFormat; text: string; accountId: number; clientVersion: string | null }

/** An invented credential in place of the member's, which staff who write templates need not see. */
const INVENTED = { token: 'example', uuid: '00000000-0000-4000-8000-000000000000', own: null }

/** What a member's client would get from this text, with the member's own nodes and an invented credential. Stores nothing. */
export async function previewTemplate(db: Db, given: Given, site: Site): Promise<Preview> {
  const { text, accountId } = given
  const found = foundRow(
    await db
      .select({ subscription: subscriptions, youthModeAt: accounts.youthModeAt })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
      .where(eq(subscriptions.accountId, accountId)),
  )
  const { subscription, youthModeAt } = found
  const nodes = subscription.groupId === null ? [] : ((await feedNodes(db)).get(subscription.groupId) ?? [])
  const format = given.format === 'youth' ? given.client : given.format
  const dialect = dialectOf(format, format, given.clientVersion)
  const taken = nodes.filter((node) => supports(dialect, node.settings))
  const able = format === 'pac' ? browserProxies(taken).length : taken.length
  const templated = takesTemplate(dialect)
  const counts = { nodes: able, leftOut: nodes.length - able, templated }
  try {
    const read = readTemplate(given.format, text)
    const rules = 'youth' in read ? read.youth : youthModeAt && (await rulesFor(db, accountId))
    const forSite = rules ? { ...site, blocked: rules.blocked } : site
    const layout = 'youth' in read ? await layoutOf(db, given.client, accountId) : read
    const compiled = templated && layout ? compileTemplated(dialect, layout, nodes, forSite) : compileFeed(dialect, nodes, forSite)
    const { up, down, transferEnable, expiresAt } = subscription
    const output = compiled({ ...INVENTED, up, down, transferEnable, expiresAt: expiresAt?.getTime() ?? null })
    return { ...counts, faults: [], output, outputFaults: outputFaults(format, output) }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { ...counts, faults: error.faults, output: null, outputFaults: [] }
  }
}

async function layoutOf(db: Db, client: TemplateFormat, accountId: number): Promise<ReadTemplate | null> {
  // A version that can no longer be read is skipped, as in links.
  const live = await liveTemplates(db, new Map(), () => {})
  return chooseTemplate(live.get(client), accountId)?.template ?? null
}
