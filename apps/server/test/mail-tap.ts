import { type NewMessage, sent } from '../src/messages/send-message.ts'
import type { Call } from './harness.ts'

/** The newest message to an address. */
export function mailTo(address: string, template?: NewMessage['template']): NewMessage {
  const found = sent.findLast((message) => message.to.address === address && (template === undefined || message.template === template))
  if (!found) throw new Error(`nothing was sent to ${address}`)
  return found
}

/** The token of the link in the newest such message. */
export function linkToken(address: string, template: NewMessage['template']): string {
  return mailTo(address, template).secret?.split('#')[1]?.replace('not-me.', '') ?? ''
}

/** Asks for a code to an address or number, and reads it. */
export async function codeFor(call: Call, purpose: string, to: { email: string } | { phone: string }) {
  const [path, address] = 'email' in to ? ['/api/comm/sendEmailVerify', to.email] : ['/api/comm/sendPhoneVerify', to.phone]
  const sending = await call('POST', path, { ...to, purpose })
  if (sending.status !== 200) throw new Error(JSON.stringify(sending.body))
  return { code_id: sending.body.code_id as string, code: mailTo(address, 'code').secret ?? '' }
}
