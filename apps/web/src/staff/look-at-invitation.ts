import { readInvitation } from '@portico/contract/staff'
import type * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { readToken } from '../api/session.ts'
import { fetchWho } from '../api/who.ts'
import { loadMessages } from '../i18n.ts'

type Invitation = z.infer<typeof readInvitation.response>
export type SeenInvitation =
  | { problem: 'staff_invitation.missing' | 'staff_invitation.invalid' }
  | { problem: null; invitation: Invitation; signedInAs: string | null }

/** Facts of an invitation and who is signed in, or why it cannot be used. Loads the page's texts. */
export async function lookAtInvitation(token: string): Promise<SeenInvitation> {
  await loadMessages('staff')
  if (token === '') return { problem: 'staff_invitation.missing' }
  try {
    const invitation = await call(readInvitation, { body: { token } }, { background: true })
    return { problem: null, invitation, signedInAs: readToken() ? (await fetchWho()).email : null }
  } catch {
    return { problem: 'staff_invitation.invalid' }
  }
}
