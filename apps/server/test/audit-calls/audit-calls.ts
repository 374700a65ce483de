import type { AuditCalls } from './audit-desk.ts'
import { articleCalls } from './article-calls.ts'
import { cannedCalls } from './canned-calls.ts'
import { contentCalls } from './content-calls.ts'
import { memberCalls } from './member-calls.ts'
import { messageCalls } from './message-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { networkCalls } from './network-calls.ts'
import { noticeCalls } from './notice-calls.ts'
import { shopCalls } from './shop-calls.ts'
import { ticketCalls } from './ticket-calls.ts'

/** Every console call that writes or exports. */
export const auditCalls: AuditCalls = {
  ...articleCalls,
  ...cannedCalls,
  ...contentCalls,
  ...memberCalls,
  ...messageCalls,
  ...moneyCalls,
  ...networkCalls,
  ...noticeCalls,
  ...shopCalls,
  ...ticketCalls,
}
