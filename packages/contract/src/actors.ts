import * as z from 'zod/mini'

/** What kinds of actor the audit log knows. */
export const ActorKind = z.enum(['member', 'staff', 'token', 'job', 'node', 'webhook', 'bot', 'import'])
export type ActorKind = z.infer<typeof ActorKind>
