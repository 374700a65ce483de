import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { USUAL_SETTINGS } from '../../test/usual-settings.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  // The next file gets the usual settings.
  vi.resetModules()
})

/** The settings of a page that finds this text in its storage. */
async function settingsFrom(text: string) {
  vi.resetModules()
  fakeBrowser()
  localStorage.setItem('portico.settings', text)
  const { settings, followSettings } = await import('./settings.ts')
  followSettings()
  return settings.get()
}

test.each(['', 'nonsense', 'null', '7', '"dark"', '[]', '{"scheme":', '{"scheme":"pink","theme":7,"size":"huge","tagsView":"yes"}'])(
  'stored settings that make no sense (%s) are the usual ones',
  async (text) => expect(await settingsFrom(text)).toEqual(USUAL_SETTINGS),
)

test.each(['__proto__', 'toString', '', null])('a stored size or colour called %s is not one', async (name) => {
  expect(await settingsFrom(JSON.stringify({ size: name, theme: name }))).toEqual(USUAL_SETTINGS)
})

test('what makes sense is kept beside what does not, and unknown names are dropped', async () => {
  const kept = { scheme: 'dark', theme: '#2F9E44', tagsView: false }
  expect(await settingsFrom(JSON.stringify({ ...kept, size: 14, sidebarLogo: null, was: 1 }))).toEqual({ ...USUAL_SETTINGS, ...kept })
})
