import { countInviteView } from '@portico/contract/invites'
import { call } from '../api/call.ts'

export async function countVisit(code: string): Promise<void> {
  await call(countInviteView, { body: { invite_code: code } }, { background: true })
}
