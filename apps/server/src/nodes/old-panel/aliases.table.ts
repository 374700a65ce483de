import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { AliasType } from '@portico/contract/node-aliases'
import { ref, time } from '../../db/columns.ts'
import { nodes } from '../nodes.table.ts'

/** Names that nodes had at an old panel: node programs that were set up for it use them. */
export const nodeAliases = pgTable(
  'node_aliases',
  {
    /** As the old panel named the protocol, without its synonyms. */
    type: text('type').$type<AliasType>().notNull(),
    /** The node's number there, or its code. */
    code: text('code').notNull(),
    nodeId: ref('node_id', () => nodes.id, { onDelete: 'cascade' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'node_aliases_name', columns: [t.code, t.type] }),
    index('node_aliases_node').on(t.nodeId),
    check('node_aliases_code', sql`code ~ '^[A-Za-z0-9._-]{1,64}$'`),
  ],
)

/** When programs last called with the old panel's token, by the name that they gave. Nodes without that alias are here too. */
export const oldPanelCalls = pgTable(
  'old_panel_calls',
  {
    /** '': the call gave none. */
    type: text('type').notNull(),
    code: text('code').notNull(),
    /** Where it came from last. */
    network: text('network').notNull(),
    answeredAt: time('answered_at'),
    refusedAt: time('refused_at'),
  },
  (t) => [primaryKey({ columns: [t.type, t.code] })],
)
