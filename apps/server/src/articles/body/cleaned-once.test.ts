import { expect, test, vi } from 'vitest'
import type { Reader } from '../audience.ts'
import { renderBody } from './render-body.ts'

const member = (accountId: number): Reader => ({ accountId, planId: null, groupId: null })
const fillsOf = (email: string) => ({ site_name: '', site_url: '', email, subscription_link: '', subscription_qr: null })

test('a body is cleaned once, however many read it, and each gets their own', () => {
  const body = '<p>Hello <span data-fill="email"></span><img src="https://other.example/cleaned-once.png"></p>'
  const asked = vi.spyOn(RegExp.prototype, 'test')
  // Only cleaning asks where a picture is from.
  const cleanings = () => asked.mock.calls.filter(([text]) => text.includes('cleaned-once')).length
  const first = renderBody(body, member(1), fillsOf('one@example.com'), 'en')
  const once = cleanings()
  const second = renderBody(body, member(2), fillsOf('two@example.com'), 'en')
  const twice = cleanings()
  asked.mockRestore()
  expect(once).toBeGreaterThan(0)
  expect(twice).toBe(once)
  expect(first).toContain('one@example.com')
  expect(second).toContain('two@example.com')
  expect(second).not.toContain('other.example')
})
