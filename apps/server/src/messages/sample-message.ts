import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageContent } from './message.ts'

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
    case 'test':
      return { template, data: { time } }
    case 'password_changed':
      return { template, data: { time }, secret: '/login' }
    case 'sign_in_changed':
      return { template, data: { what: 'site_added', host: 'github.com', time }, secret: '/login' }
    case 'address_changed':
      return { template, data: { time }, secret: '/login' }
  }
}
