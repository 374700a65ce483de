import { NotSent } from '../not-sent.ts'
import { callSmsApi } from './call-sms-api.ts'
import type { SmsProvider } from './sms-provider.ts'

// https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
// https://www.twilio.com/docs/api/errors
const BAD_NUMBER = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614, 30003, 30005, 30006])
const BAD_SENDER = new Set([21212, 21603, 21606, 21659, 21660, 21701, 21703])

export const twilio: SmsProvider = {
  needs: ['sms.twilio_account', 'sms.twilio_auth', 'sms.twilio_from'],
  send: async (settings, apis, { to, text }) => {
    const account = settings['sms.twilio_account']
    const from = settings['sms.twilio_from']
    const { status, field } = await callSmsApi(`${apis.twilio}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${account}:${settings['sms.twilio_auth']}`).toString('base64')}` },
      body: new URLSearchParams({ To: to, Body: text, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from }),
    })
    if (status < 300) return
    const answer = `${field('code') ?? status} ${field('message') ?? ''}`
    const code = Number(field('code'))
    if (status === 401 || status === 403) throw new NotSent('bad_login', answer)
    if (status === 429) throw new NotSent('busy', answer)
    if (BAD_NUMBER.has(code)) throw new NotSent('bad_address', answer, true)
    if (BAD_SENDER.has(code)) throw new NotSent('bad_sender', answer)
    throw new NotSent('refused', answer, true)
  },
}
