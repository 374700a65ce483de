import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageContent } from './message.ts'

const REMINDER = {
  what: 'Premium',
  plan: 'Premium',
  node: 'Tokyo 1',
  number: '2026112300001',
  amount: '¥19.99',
  percent: 80,
  subject: 'Speed',
}

/** A message with invented values, for previews and tests. Its links lead to the login page and do nothing. */
export function sampleMessage(template: MessageTemplate, now: Date): MessageContent {
  const time = now.toISOString()
  switch (template) {
    case 'code':
      return { template, data: { purpose: 'confirm', minutes: 10 }, secret: '123456' }
    case 'address_taken':
      return { template, data: {} }
    case 'new_device':
      return { template, data: { device: 'Firefox, Windows', place: 'Tokyo', time }, secret: '/login' }
    case 'account_closing':
      return { template, data: { step: 'asked', time } }
    case 'test':
      return { template, data: { time } }
    case 'password_changed':
      return { template, data: { time }, secret: '/login' }
    case 'sign_in_changed':
      return { template, data: { what: 'site_added', host: 'github.com', time }, secret: '/login' }
    case 'plan_expiring':
    case 'usage_alert':
    case 'order_waiting':
    case 'order_paid':
    case 'renewal_problem':
    case 'renewal_price':
    case 'price_announced':
    case 'ticket_answered':
    case 'ticket_closed':
    case 'told_by_staff':
    case 'commission_confirmed':
    case 'node_outage':
    case 'outage_compensation':
      return { template, data: { path: '/login', time, ...REMINDER } }
    case 'address_changed':
      return { template, data: { time }, secret: '/login' }
  }
}
