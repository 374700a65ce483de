import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FORMATS } from './formats.ts'
import { LINK_KINDS, OldLinks } from './links.ts'
import { Reason } from './member-actions-admin.ts'
import { Time } from './paging.ts'

const SEGMENT = String.raw`(?:/[^/?#{}%\s]+)`
const PATTERN = new RegExp(String.raw`^(?:/\{token\}${SEGMENT}*|${SEGMENT}+(?:/\{token\}${SEGMENT}*|\?[\w-]+=\{token\}))$`)
/** First parts of paths that Portico needs itself, and the one of its own that other panels share. */
const TAKEN = /^\/(?:api\/v1|admin|article|assets|dashboard|files|index|order|user|\.well-known)(?:[/?]|$)/
const SHARED = /^\/api\/v1\/client\/subscribe\?/

/**
 * An address at which another panel served links, with `{token}` for what names the member: `/sub/{token}`,
 * `/sub/{token}/clash` or `/api/v1/client/subscribe?token={token}`. Below the root, as `/{token}`, only tokens count that no page can be. `format`: what it always answers; null: what suits the app.
 */
const LinkPath = z.object({
  path: z.string().check(
    z.trim(),
    z.maxLength(200),
    z.regex(PATTERN, 'link_source.path'),
    z.refine((path) => !TAKEN.test(path) || SHARED.test(path), 'link_source.path_taken'),
  ),
  format: z.nullable(z.enum(FORMATS)),
})
export type LinkPath = z.infer<typeof LinkPath>

export const LinkSourceInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  kind: z.enum(LINK_KINDS),
  paths: z.array(LinkPath).check(z.minLength(1), z.maxLength(20)),
  /** What the panel signed links with; absent: it stays. */
  secret: z.optional(z.string().check(z.trim(), z.minLength(8), z.maxLength(500))),
  /** When links of this panel end; null: never. */
  ends_at: z.nullable(Time),
})
export type LinkSourceInput = z.infer<typeof LinkSourceInput>

/** Another panel whose links are still served. */
export const LinkSource = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(LINK_KINDS),
  paths: z.array(LinkPath),
  has_secret: z.boolean(),
  ends_at: z.nullable(Time),
  /** Links that are not revoked, and how many of them were used within thirty days. */
  links: z.int(),
  in_use: z.int(),
  last_used_at: z.nullable(Time),
  created_at: Time,
})
export type LinkSource = z.infer<typeof LinkSource>

export const adminListLinkSources = endpoint({
  method: 'GET',
  path: '/admin/link-sources',
  access: ['members.link'],
  summary: 'Other panels whose links are still served, and how many of them are used',
  response: z.object({ items: z.array(LinkSource), total: z.int() }),
})
export const adminCreateLinkSource = endpoint({
  method: 'POST',
  path: '/admin/link-sources',
  access: ['settings.security'],
  summary: 'Serve links of another panel',
  body: LinkSourceInput,
  response: LinkSource,
})
export const adminUpdateLinkSource = endpoint({
  method: 'PUT',
  path: '/admin/link-sources/:id',
  access: ['settings.security'],
  summary: 'Change the paths, the secret or the end of a panel’s links',
  body: LinkSourceInput,
  response: LinkSource,
})
export const adminDeleteLinkSource = endpoint({
  method: 'DELETE',
  path: '/admin/link-sources/:id',
  access: ['settings.security'],
  summary: 'Forget a panel and its links, which stop at once',
})

export const adminListOldLinks = endpoint({
  method: 'GET',
  path: '/admin/users/:id/links',
  access: ['members.link'],
  summary: 'The links a member has from another panel, newest first',
  response: OldLinks,
})
export const adminAddOldLink = endpoint({
  method: 'POST',
  path: '/admin/users/:id/links',
  access: ['members.link'],
  summary: 'Let a link of another panel answer for a member',
  body: z.object({ address: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
})
export const adminRevokeOldLink = endpoint({
  method: 'POST',
  path: '/admin/links/:id/revocation',
  access: ['members.link'],
  summary: 'Revoke one link of another panel, for good',
  body: z.object({ reason: Reason }),
})
