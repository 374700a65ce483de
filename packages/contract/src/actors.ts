import * as z from 'zod/mini'

/** Kinds of actor in the audit log. */
export const ActorKind = z.enum(['member', 'staff', 'token', 'job', 'node', 'webhook', 'bot', 'import'])
export type ActorKind = z.infer<typeof ActorKind>
