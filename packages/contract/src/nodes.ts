import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

export const NodeStatus = z.enum(['online', 'idle', 'offline'])
export type NodeStatus = z.infer<typeof NodeStatus>

/** What a member may know of a node: never its address or keys. */
export const MemberNode = z.object({
  id: z.int(),
  name: z.string(),
  protocol: z.string(),
  tags: z.array(z.string()),
  /** Hundredths: 150 counts one byte as 1.5. */
  rate: z.int(),
  status: NodeStatus,
  maintenance: z.boolean(),
  last_check_at: z.nullable(Time),
})
export type MemberNode = z.infer<typeof MemberNode>

export const fetchServers = endpoint({
  method: 'GET',
  path: '/muser/server/fetch',
  access: 'member',
  summary: 'Nodes of my plan; empty without an active subscription',
  response: z.object({ items: z.array(MemberNode), total: z.int() }),
})
