import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** How a link of another panel names its member: `token` by a text that is looked up, the others by a signature that is checked. */
export const LINK_KINDS = ['token', 'marzban', 'pasarguard'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** A link that a member has from another panel. */
export const OldLink = z.object({
  id: z.int(),
  /** Name of the panel. */
  source: z.string(),
  /** Path and query of the link; of a signed one with the member's name there for the token, which is another one each time. */
  address: z.string(),
  /** Number of the member's device; 0: the whole account. */
  device: z.int(),
  /** Fetches by apps and browsers, and the last of them. */
  uses: z.int(),
  last_used_at: z.nullable(Time),
  /** When links of this panel end; null: never. */
  ends_at: z.nullable(Time),
  /** null: it works. */
  revoked_at: z.nullable(Time),
})
export type OldLink = z.infer<typeof OldLink>

export const OldLinks = z.object({ items: z.array(OldLink), total: z.int() })

export const listOldLinks = endpoint({
  method: 'GET',
  path: '/muser/links',
  access: 'member',
  chosen: true,
  summary: 'The links I have from another panel, newest first',
  response: OldLinks,
})
export const revokeOldLink = endpoint({
  method: 'POST',
  path: '/muser/links/:id/revocation',
  access: 'member',
  chosen: true,
  summary: 'Revoke one of my links from another panel, for good',
})
