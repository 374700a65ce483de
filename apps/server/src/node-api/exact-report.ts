import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { applyReport } from '../traffic/apply-report.ts'
import { readCounters } from '../traffic/read-push.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import type { NetworkOf } from '../nodes/devices.ts'
import { IMPLAUSIBLE, lineSpeedOf, Load, logHeld, seenAlive } from './node-actions.ts'
import { json, type NodeAnswer, type NodeRequest, parsed, refusal, WRONG_ADDRESS, wrongMethod } from './node-answers.ts'
import { noteLoad } from '../nodes/node-reports.ts'
import { alarm, type Noted } from './note-refusal.ts'
import type { Prove } from './prove-node.ts'
import { rateNow } from '../nodes/rate-now.ts'

const Report = z.object({
  boot_id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  sequence: z.int().check(z.gte(1)),
  /** Checked entry by entry: a bad one does not spoil the others. */
  counters: z.record(z.string(), z.unknown()),
  alive: z.optional(z.record(z.string(), z.unknown())),
  status: z.optional(Load),
})

/** v3 of the node protocol: `report`, with cumulative counters that are charged exactly once. */
export function exactReport(app: App, prove: Prove, noted: Noted, networkOf: NetworkOf): (request: NodeRequest) => Promise<NodeAnswer> {
  return async (request) => {
    if (request.action !== 'report') return refusal(404, 'There is no such call.')
    if (request.method !== 'POST') return wrongMethod('POST')
    const node = await prove.node(request)
    if (node === 'no such node') return refusal(404, 'There is no such node.')
    if (node === 'wrong address') return refusal(403, WRONG_ADDRESS)
    if (typeof node === 'string') return refusal(403, 'The secret is not the one of this node.')
    return noted(node, request, () => report(node, request))
  }

  async function report(node: KnownNode, request: NodeRequest): Promise<NodeAnswer> {
    const body = await request.body()
    const read = Report.safeParse(parsed(body))
    if (!read.success) return refusal(400, `The report is not of the documented form: ${faults(read.error)}.`)

    const { boot_id, sequence, counters, alive, status } = read.data
    const zone = app.settings()['site.timezone']
    const rate = rateNow(node, app.now(), zone)
    const who = { nodeId: node.id, rate, quota: node.quota, lineSpeed: lineSpeedOf(app, node), network: request.network }
    const given = { ...who, bootId: boot_id, sequence, counters: readCounters(counters), body }
    const reported = await applyReport(app.database, given, app.now(), zone)
    if (reported.outcome === 'closed') return refusal(409, 'This boot is closed. Begin a new one, with counters from zero.')
    if (reported.outcome !== 'applied') logHeld(app, node, reported.bytes)
    if (reported.outcome === 'refused') return refusal(422, IMPLAUSIBLE)
    if (reported.outcome === 'held') return json({ applied: reported.applied, boot_id })
    const { applied, isNew, dropped, lowered } = reported
    if (dropped + lowered > 0) {
      app.log.warn({ node: node.id, dropped, lowered }, 'entries of a report were not charged')
      await alarm(app, node.id, { kind: 'entries', subject: '', value: dropped + lowered })
    }
    // The status in an overtaken report is out of date.
    if (isNew && alive) await seenAlive(app, node, alive, networkOf)
    if (isNew && status) await noteLoad(app.database, node.id, status)
    return json({ applied, boot_id })
  }
}

function faults(error: z.core.$ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.path.join('.') || 'body'))].slice(0, 5).join(', ')
}
