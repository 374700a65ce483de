import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each(['https://pay.example.com/c/1?x=2', 'http://pay.example.com/'])('a web address is accepted: %s', (address) => {
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
])('anything else is refused: %s', (address) => {
  expect(webAddress(address)).toBeNull()
})
