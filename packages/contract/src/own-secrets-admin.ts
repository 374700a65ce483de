import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ownSecretCipher, ownSecretFields, ownSecretForm, OwnSecretKind } from './own-secret.ts'

/** The UUID, which nodes take from a member without a secret of their own, and the own ones. */
export const MemberSecrets = z.object({
  uuid: z.string(),
  own: z.array(z.object(ownSecretFields)),
})
export type MemberSecrets = z.infer<typeof MemberSecrets>

const note = z.optional(z.string().check(z.trim(), z.maxLength(500)))
/** A member's own secret as staff enter it. */
export const SecretInput = z.object({ ...ownSecretFields, note }).check(ownSecretForm, ownSecretCipher)
export type SecretInput = z.infer<typeof SecretInput>

export const adminMemberSecrets = endpoint({
  method: 'GET',
  path: '/admin/users/:id/secrets',
  access: ['members.link'],
  summary: 'What nodes and apps know a member by',
  response: MemberSecrets,
})
export const adminSetMemberSecret = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/secrets',
  access: ['members.link'],
  summary: 'Give a member a secret of their own for a protocol, or replace it; the one before stops at once',
  body: SecretInput,
  response: MemberSecrets,
})
export const adminDropMemberSecret = endpoint({
  method: 'POST',
  path: '/admin/users/:id/secrets/remove',
  access: ['members.link'],
  summary: 'Remove a member’s own secret; the UUID takes its place at once',
  body: z.object({ kind: OwnSecretKind, note }),
  response: MemberSecrets,
})
