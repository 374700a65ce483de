import { expect, test } from 'vitest'
import { type Text, unitOf } from './define.ts'
import { isSecret, isTranslated, registry, settingGroups, settingKeys } from './registry.ts'

const each = settingKeys.map((key) => [key, registry[key]] as const)
const isFilled = (text: Text): boolean => text.en.trim() !== '' && /\p{Script=Han}|^[\w %]+$/u.test(text['zh-CN'])

test('there are settings, each belongs to one group on the page, and its key is a group and a name, as the form reads it', () => {
  expect(settingKeys.length).toBeGreaterThan(40)
  const grouped = Object.values(settingGroups).flatMap(({ settings }) => Object.keys(settings))
  expect(grouped.toSorted()).toEqual(settingKeys.toSorted())
  expect(settingKeys.filter((key) => !/^\w+\.\w+$/.test(key))).toEqual([])
})

test.each(each)('%s has a default that its own schema accepts unchanged', (_, setting) => {
  expect(setting.schema.parse(setting.default)).toEqual(setting.default)
})

test.each(each)('%s has its texts in both languages', (_, { label, help, field }) => {
  const choices = field.kind === 'choice' ? Object.values(field.choices) : []
  for (const text of [label, ...(help ? [help] : []), ...choices]) expect([text, isFilled(text)]).toEqual([text, true])
})

test('groups have titles in both languages; a unit is singular after one', () => {
  for (const { title } of Object.values(settingGroups)) expect([title, isFilled(title)]).toEqual([title, true])
  expect([0, 1, '1', 2].map((value) => unitOf('days', value).en)).toEqual(['days', 'day', 'day', 'days'])
  expect(unitOf('days', 1)['zh-CN']).toBe('天')
})

test('a secret is empty and thus unset by default; other keys do not look like secrets, which the audit log would mask', () => {
  expect(settingKeys.filter(isSecret).length).toBeGreaterThan(0)
  for (const key of settingKeys) {
    if (isSecret(key)) expect(registry[key].default).toBe('')
    else expect(key).not.toMatch(/password|secret|key|token|config|uuid/i)
  }
})

test('a text in one language belongs to its setting, with its permission and its length, and is empty by default', () => {
  const translations = each.filter(([, { translates }]) => translates)
  expect(translations.length).toBeGreaterThan(4)
  for (const [key, { translates, permission, field, default: given }] of translations) {
    const base = settingKeys.find((one) => one === translates?.key)
    expect([key, base && isTranslated(base)]).toEqual([key, true])
    expect([key, base && registry[base]]).toMatchObject([key, { permission, field }])
    expect([key, given]).toEqual([key, ''])
  }
})

test('a secret that goes to a server is bound to settings that say which; the permission to change them covers the secret too', () => {
  const bound = each.filter(([, { boundTo }]) => boundTo)
  expect(bound.map(([key]) => key)).toEqual([
    'oauth.oidc_client_secret',
    'mail.password',
    'bot.token',
    'ticket_mail.password',
    'grammar.secret',
  ])
  for (const [key, { boundTo = [], permission }] of bound) {
    expect([key, isSecret(key)]).toEqual([key, true])
    for (const one of boundTo) {
      const found = settingKeys.find((each) => each === one)
      expect([key, found && registry[found].permission]).toEqual([key, permission])
    }
  }
})
