import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, sign } from './signature.ts'

test('fields are sorted by code unit, strings stay as they are, other values become compact JSON, undefined is left out; a known input has its known signature', () => {
  const payload = { b: 'x y', a: 1, Z: true, é: null, list: [1, 'two'], gone: undefined, inner: { k: 'v' } }
  expect(canonical(payload)).toBe('Z=true&a=1&b=x y&inner={"k":"v"}&list=[1,"two"]&é=null')
  expect(canonical({})).toBe('')
  const secret = '0123456789abcdef0123456789abcdef'
  const expected = hash('sha256', `email=a@example.com&password=p${secret}1700000000000`).toUpperCase()
  expect(sign({ password: 'p', email: 'a@example.com' }, secret, '1700000000000', (text) => hash('sha256', text))).toBe(expected)
})
