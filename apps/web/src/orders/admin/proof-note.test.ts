import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'

beforeAll(async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages } = await import('../../i18n.ts')
  await loadMessages('console')
})
afterAll(() => void vi.unstubAllGlobals())

const noteOf = async (text: string | null, amount = '¥10.00') => (await import('./proof-note.ts')).noteOf({ text, amount: 1000 }, amount)

test('the note begins with the reference and the amount, in one line; a long reference is cut to what the server accepts, the amount stays, and no character is halved', async () => {
  expect(await noteOf(' Transfer 77\n from Ada ')).toBe('Transfer 77 from Ada · ¥10.00')
  expect(await noteOf(null)).toBe('Proof as a file · ¥10.00')
  for (const length of [189, 190, 191, 192, 193, 500]) {
    const note = await noteOf(`a${'😀'.repeat(length / 2)}`)
    expect(note.length, String(length)).toBeLessThanOrEqual(200)
    expect([/\p{Surrogate}/u.test(note), note.endsWith(' · ¥10.00')]).toEqual([false, true])
  }
})
