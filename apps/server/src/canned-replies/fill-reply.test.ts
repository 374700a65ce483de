import { describe, expect, test } from 'vitest'
import { payloads } from '../../../../e2e/xss-payloads.ts'
import { fillReply, type Values } from './fill-reply.ts'

const values: Values = {
  name: 'Ada',
  plan: 'Plus',
  expires: '2030-01-01 08:00',
  used: '1 GB',
  left: '9 GB',
  link: 'https://example.com/user/subscribe/index',
  plans: 'https://example.com/user/plans',
  ticket: '#7',
  site: 'Portico',
}

test('every placeholder is filled, as often as it stands; a value that looks like a placeholder stays as it is; names from the prototype are no placeholders; a value adds no lines and turns no text around; a long value is cut', () => {
  expect(fillReply('{{name}}: {{plan}} until {{expires}}, {{left}} of it left. {{name}}!', values)).toBe(
    'Ada: Plus until 2030-01-01 08:00, 9 GB of it left. Ada!',
  )
  expect(fillReply('{{name}} has {{plan}}', { ...values, name: '{{plan}}', plan: '{{link}}' })).toBe('{{plan}} has {{link}}')
  expect(fillReply('{{constructor}} {{toString}}', values)).toBe('{{constructor}} {{toString}}')
  const name = 'Eve\n\nYour account is closed.\u202e\u2066 \u0007x'
  expect(fillReply('Hello {{name}},\n\nbye', { ...values, name })).toBe('Hello Eve Your account is closed. x,\n\nbye')
  expect(fillReply('{{name}}', { ...values, name: 'x'.repeat(5000) })).toHaveLength(200)
})

describe('texts that try to run a script', () => {
  test.each(payloads.map((payload) => [payload]))('%s stays the text it is', (payload) => {
    const [short] = [payload.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()]
    expect(fillReply('Hello {{name}}', { ...values, name: payload })).toBe(`Hello ${short.slice(0, 200)}`)
    if (!payload.includes('{{')) expect(fillReply(payload, values)).toBe(payload)
  })
})
