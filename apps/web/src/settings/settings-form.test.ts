import { defaultSettings } from '@portico/contract/settings/registry'
import type { SettingsView } from '@portico/contract/settings-admin'
import { expect, test } from 'vitest'
import { changedSettings, toSettingsForm } from './settings-form.ts'
import { withScheme } from './with-scheme.ts'

// Secrets are not read here.
const stored = defaultSettings as unknown as SettingsView
const changed = (change: Record<string, Record<string, unknown>>) => {
  const form = toSettingsForm(stored)
  for (const [group, values] of Object.entries(change)) form[group] = { ...form[group], ...values }
  return changedSettings(stored, form)
}

test.each([
  ['beian.miit.gov.cn', 'https://beian.miit.gov.cn'],
  [' example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
  ['example.com:8443/a', 'https://example.com:8443/a'],
  ['例子.中国', 'https://例子.中国'],
])('%s gets https:// in front', (typed, sent) => {
  expect(withScheme(typed)).toBe(sent)
})

test.each([
  '',
  'http://example.com',
  'https://example.com',
  '/index',
  'javascript:alert(1.5)',
  'mail@example.com',
  'two words.com',
  'example',
])('%s stays as it is', (typed) => {
  expect(withScheme(typed)).toBe(typed)
})

test('addresses in settings, header items and channels are sent with their scheme; other texts are not changed', () => {
  const none = { en: { label: '' }, 'zh-CN': { label: '' } }
  const texts = { label: 'example.com', translations: none }
  const sent = changed({
    footer: { filing_url: 'beian.miit.gov.cn', filing: 'example.com' },
    header: {
      items: [
        { ...texts, to: '/index' },
        { ...texts, to: 'blog.example.com' },
      ],
    },
    service: {
      channels: [
        { ...texts, kind: 'link', value: 'chat.example.com' },
        { ...texts, kind: 'telegram', value: 'example.com' },
      ],
    },
  })
  expect(sent).toEqual({
    'footer.filing_url': 'https://beian.miit.gov.cn',
    'footer.filing': 'example.com',
    'header.items': [
      { ...texts, to: '/index' },
      { ...texts, to: 'https://blog.example.com' },
    ],
    'service.channels': [
      { ...texts, kind: 'link', value: 'https://chat.example.com' },
      { ...texts, kind: 'telegram', value: 'example.com' },
    ],
  })
})
