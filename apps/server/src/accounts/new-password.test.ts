import { expect, test } from 'vitest'
import { passwordFault } from './new-password.ts'

const own = ['Maria.Lopez@example.com', '+86 138 0013 8000', 'Portico Cloud', 'elisabeth@example.com']

test.each([
  ['seven77', 'password.too_short'],
  ['   abc    ', 'password.too_short'],
  ['        ', 'password.too_short'],
  ['密码密码密码密', 'password.too_short'],
  ['👍👍👍👍', 'password.too_short'],
  ['x'.repeat(129), 'password.too_long'],
  ['12345678', 'password.common'],
  ['password', 'password.common'],
  ['PassWord1', 'password.common'],
  [' iloveyou ', 'password.common'],
  ['1qaz2wsx', 'password.common'],
  ['basketball', 'password.common'],
  ['987654321', 'password.common'],
  ['maria.lopez@example.com', 'password.own'],
  ['MARIA.LOPEZ', 'password.own'],
  ['maria.lopez2026!', 'password.own'],
  ['8613800138000', 'password.own'],
  ['+86 138 0013 8000', 'password.own'],
  ['porticocloud', 'password.own'],
  ['Portico Cloud 1', 'password.own'],
  ['elisabeth99', 'password.own'],
])('“%s” is refused: %s', (password, fault) => expect(passwordFault(password, { own })).toBe(fault))

test.each(['correct horse battery', '密码密码密码密码', 'lopez maria 1', 'q7!fjw0Z', 'x'.repeat(128), '👍👍👍👍👍👍👍👍', '20261122 0937'])(
  '“%s” will do',
  (password) => expect(passwordFault(password, { own })).toBeNull(),
)

test('without anything known of the account only the rules for everybody apply', () => {
  expect(passwordFault('maria.lopez', { own: [] })).toBeNull()
  expect(passwordFault('maria.lopez', { own: [''] })).toBeNull()
})
