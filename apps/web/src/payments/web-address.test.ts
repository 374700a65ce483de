import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each(['https://pay.example.com/c/1?x=2', 'http://pay.example.com/'])('leads to a web address: %s', (address) => {
  expect(webAddress(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'weixin://wxpay/bizpayurl?pr=1',
  '//pay.example.com',
  '/user/orders',
  'file:///etc/passwd',
  '',
  null,
])('leads nowhere else: %s', (address) => {
  expect(webAddress(address)).toBeNull()
})
