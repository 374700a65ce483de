import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'

beforeAll(async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages } = await import('../../i18n.ts')
  await loadMessages('console')
})
afterAll(() => void vi.unstubAllGlobals())

const textOf = async (host: string, offersReality = true) => (await import('./certificate-text.ts')).certificateText(host, offersReality)

test('TLS says whose certificate it needs; for an IP address it points to Reality, where that can be chosen', async () => {
  expect(await textOf('')).toBe('The node software needs a certificate.')
  expect(await textOf('tokyo.example.com')).toBe('The node software needs a certificate for tokyo.example.com.')
  for (const host of ['203.0.113.7', '2001:db8::7', '[2001:db8::7]', '::ffff:203.0.113.7'])
    expect(await textOf(host), host).toMatch(/Reality needs none/)
  expect(await textOf('203.0.113.7', false)).not.toMatch(/Reality/)
  for (const host of ['7.example.com', 'cafe.be', '1.2.3.4.example.com']) expect(await textOf(host), host).not.toMatch(/Reality/)
})
