import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Reason } from './member-actions-admin.ts'
import { AddressOf } from './personal.ts'

const Named = z.object({ id: z.int(), label: AddressOf('id') })

export const adminLinkedAccounts = endpoint({
  method: 'GET',
  path: '/admin/users/:id/linked',
  access: ['members.read'],
  summary: 'The accounts that are used under one sign-in with this one',
  /** `main`: the account that signs in; null: this one does, or none is linked. `items`: those linked to this one. */
  response: z.object({ main: z.nullable(Named), items: z.array(Named), total: z.int() }),
})
export const adminLinkAccount = endpoint({
  method: 'POST',
  path: '/admin/users/:id/main',
  access: ['members.access'],
  fresh: true,
  summary: 'Let another member use this account, which has no address, under their sign-in; needs a reason',
  /** `main`: the other’s e-mail address or id. */
  body: z.object({ main: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)), reason: Reason }),
})
export const adminUnlinkAccount = endpoint({
  method: 'POST',
  path: '/admin/users/:id/main/removal',
  access: ['members.access'],
  fresh: true,
  summary: 'End that; the account then has no sign-in. Needs a reason',
  body: z.object({ reason: Reason }),
})
