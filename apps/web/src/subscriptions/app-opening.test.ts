import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS, watchOpening } from './app-opening.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that stays in sight tells so once, and not a moment early; an app that covers the page has opened, also after the member comes back; a watch that was stopped says nothing', () => {
  const stayed = vi.fn<() => void>()
  watchOpening(new EventTarget() as Document, stayed)
  vi.advanceTimersByTime(PATIENCE_MS - 1)
  expect(stayed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(PATIENCE_MS * 3)
  expect(stayed).toHaveBeenCalledTimes(1)
  stayed.mockClear()
  const page = new EventTarget()
  watchOpening(page as Document, stayed)
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(PATIENCE_MS * 3)
  expect(stayed).not.toHaveBeenCalled()
  watchOpening(new EventTarget() as Document, stayed)()
  vi.advanceTimersByTime(PATIENCE_MS)
  expect(stayed).not.toHaveBeenCalled()
})
