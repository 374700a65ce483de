import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox, parseKey } from './secret-box.ts'

const box = createSecretBox(randomBytes(32))

test('a secret opens in its own place, is not readable there, and looks different each time; a secret does not open in another place, with another key, or with one bit changed; without a key nothing is encrypted; plain values can still be read, encrypted ones cannot', () => {
  const [first, second] = [box.seal('settings/a/value', 'hunter2 密钥'), box.seal('settings/a/value', 'hunter2 密钥')]
  expect([box.open('settings/a/value', first), box.open('settings/a/value', second)]).toEqual(['hunter2 密钥', 'hunter2 密钥'])
  expect(first).not.toBe(second)
  expect(Buffer.from(first.split(':').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain('hunter2')
  const sealed = box.seal('payment_methods/a/config.key', 'hunter2')
  const bytes = Buffer.from(sealed.slice('sealed:1:'.length), 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(() => box.open('payment_methods/b/config.key', sealed)).toThrow('cannot be opened')
  expect(() => createSecretBox(randomBytes(32)).open('payment_methods/a/config.key', sealed)).toThrow('cannot be opened')
  expect(() => box.open('payment_methods/a/config.key', `sealed:1:${bytes.toString('base64url')}`)).toThrow('cannot be opened')
  expect(() => box.open('payment_methods/a/config.key', 'sealed:1:')).toThrow('cannot be opened')
  const keyless = createSecretBox(null)
  expect(() => keyless.seal('settings/a/value', 'hunter2')).toThrow('secret.no_key')
  expect(keyless.open('settings/a/value', 'hunter2')).toBe('hunter2')
  expect(() => keyless.open('settings/a/value', box.seal('settings/a/value', 'hunter2'))).toThrow('needs the settings key')
})

test('a key is 32 bytes in hex or base64, nothing else', () => {
  const key = randomBytes(32)
  const forms = [key.toString('hex'), key.toString('hex').toUpperCase(), key.toString('base64'), key.toString('base64url')]
  for (const form of forms) expect(parseKey(form)).toEqual(key)
  for (const wrong of [
    '',
    'secret',
    key.toString('hex').slice(1),
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
  ]) {
    expect([wrong, parseKey(wrong)]).toEqual([wrong, null])
  }
})
