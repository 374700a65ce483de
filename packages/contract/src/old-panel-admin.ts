import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A node program that called with the old panel's token, by the name that it gave; `type` '': none. */
export const OldPanelCall = z.object({
  type: z.string(),
  code: z.string(),
  /** The node of that name; null: no node has it. */
  node_id: z.nullable(z.int()),
  /** Its name in the caller's language. */
  node_name: z.nullable(z.string()),
  /** Network of its last call. */
  network: z.string(),
  /** Its last call that was answered, and the last one that was refused, to the minute. */
  answered_at: z.nullable(Time),
  refused_at: z.nullable(Time),
})
export type OldPanelCall = z.infer<typeof OldPanelCall>

export const adminOldPanelCalls = endpoint({
  method: 'GET',
  path: '/admin/old-panel/calls',
  access: ['nodes.read'],
  summary: 'Node programs that use the token of the old panel, the latest first',
  response: z.object({ items: z.array(OldPanelCall) }),
})
/** Most programs that are remembered and listed. */
export const MOST_OLD_CALLS = 500
