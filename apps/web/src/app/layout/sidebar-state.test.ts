import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser } from '../../../test/fake-browser.ts'

let browser: FakeBrowser
beforeEach(() => {
  vi.resetModules()
  browser = fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

test('the sidebar starts open and remembers its state in its cookie, as 1 or 0', async () => {
  const { sidebarOpen, toggleSidebar } = await import('./sidebar-state.ts')
  expect(sidebarOpen.get()).toBe(true)
  toggleSidebar()
  expect([sidebarOpen.get(), browser.cookies.get('sidebar')]).toEqual([false, '0'])
  vi.resetModules()
  const reloaded = await import('./sidebar-state.ts')
  expect(reloaded.sidebarOpen.get()).toBe(false)
  reloaded.toggleSidebar()
  expect([reloaded.sidebarOpen.get(), browser.cookies.get('sidebar')]).toEqual([true, '1'])
})

test('below 992 px it closes automatically, opens on demand, closes when a page opens, and leaves the cookie unchanged', async () => {
  const asked = vi.spyOn(globalThis, 'matchMedia')
  const { closeOnMobile, onMobile, sidebarOpen, toggleSidebar } = await import('./sidebar-state.ts')
  expect(asked).toHaveBeenCalledExactlyOnceWith('(width < 992px)')
  browser.resize(true)
  expect([onMobile.get(), sidebarOpen.get()]).toEqual([true, false])
  toggleSidebar()
  expect(sidebarOpen.get()).toBe(true)
  closeOnMobile()
  expect([sidebarOpen.get(), browser.written]).toEqual([false, []])
  browser.resize(false)
  expect([onMobile.get(), sidebarOpen.get()]).toEqual([false, true])
  closeOnMobile()
  expect(sidebarOpen.get()).toBe(true)
})
