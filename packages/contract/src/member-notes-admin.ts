import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'

/** An operator's note about a member. The member never sees it. */
export const MemberNote = z.object({ id: z.int(), text: z.string(), author: NameOrAddress, at: Time })
export type MemberNote = z.infer<typeof MemberNote>

export const adminListNotes = endpoint({
  method: 'GET',
  path: '/admin/users/:id/notes',
  access: ['members.read'],
  summary: 'The latest hundred notes about a member, newest first',
  response: z.object({ items: z.array(MemberNote), total: z.int() }),
})
export const adminAddNote = endpoint({
  method: 'POST',
  path: '/admin/users/:id/notes',
  access: ['members.write'],
  summary: 'Add a note about a member',
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
})
export const adminRemoveNote = endpoint({
  method: 'DELETE',
  path: '/admin/notes/:id',
  access: ['members.write'],
  summary: 'Remove a note; the audit log keeps it',
})
