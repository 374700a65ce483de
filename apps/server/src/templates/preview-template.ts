import type { TemplateFault, TemplateFormat } from '@portico/contract/templates-admin'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { feedNodes } from '../subscriptions/feed-source.ts'
import { dialectOf, takes } from '../subscriptions/render/dialect.ts'
import { compileFeed } from '../subscriptions/render/feed.ts'
import type { Site } from '../subscriptions/render/feed-node.ts'
import { compileTemplated, outputFaults, readTemplate, takesTemplate } from '../subscriptions/render/templated.ts'
import { TemplateError } from '../subscriptions/render/template-text.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

export type Preview = {
  faults: TemplateFault[]
  output: string | null
  outputFaults: TemplateFault[]
  nodes: number
  leftOut: number
  templated: boolean
}

/** What a member's client would be given by this text, with his own nodes and credential; nothing is kept. */
export async function previewTemplate(
  db: Db,
  given: { format: TemplateFormat; text: string; accountId: number; clientVersion: string | null },
  site: Site,
): Promise<Preview> {
  const { format, text } = given
  const [term] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, given.accountId))
  if (!term) throw new AppError('not_found')
  const nodes = term.groupId === null ? [] : ((await feedNodes(db)).get(term.groupId) ?? [])
  const dialect = dialectOf(format, format, given.clientVersion)
  const able = nodes.filter((node) => takes(dialect, node.settings)).length
  const templated = takesTemplate(dialect)
  const counts = { nodes: able, leftOut: nodes.length - able, templated }
  try {
    const compiled = templated ? compileTemplated(dialect, readTemplate(format, text), nodes, site) : compileFeed(dialect, nodes, site)
    const { token, uuid, up, down, transferEnable, expiresAt } = term
    const output = compiled({ token, uuid, up, down, transferEnable, expiresAt: expiresAt?.getTime() ?? null })
    return { ...counts, faults: [], output, outputFaults: outputFaults(format, output) }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { ...counts, faults: error.faults, output: null, outputFaults: [] }
  }
}
