import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'

let asked: [string, RequestInit['cache']][]
let served: string | null
let reloads: number
let part: typeof import('./load-part.ts')
const MISSING = 'Failed to fetch dynamically imported module: https://a.example/assets/abc.js'

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { location } = fakeBrowser()
  ;[asked, served, reloads] = [[], '/assets/index-1.js', 0]
  Object.assign(location, { reload: () => reloads++ })
  Object.assign(document, {
    querySelector: (of: string) => (of === 'script[src="/assets/index-1.js"]' ? {} : null),
    querySelectorAll: () => [],
  })
  vi.stubGlobal('Node', EventTarget)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init.cache])
    if (served === null) throw new TypeError('Failed to fetch')
    return new Response(`<script type="module" src="${served}"></script>`)
  })
  part = await import('./load-part.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function load(failures: number, message = MISSING): Promise<unknown> {
  let tries = 0
  const result = part
    .loadPart(async () => {
      if (tries++ < failures) throw new TypeError(message)
      return `loaded at try ${tries}`
    })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  return Promise.race([result, Promise.resolve('waits')])
}

test('a file that is missing is fetched past the cache and loaded again, up to three times', async () => {
  expect(await load(3)).toBe('loaded at try 4')
  expect(asked.filter(([url]) => url.endsWith('abc.js'))).toEqual(
    Array.from({ length: 3 }, () => ['https://a.example/assets/abc.js', 'reload']),
  )
  expect(await load(4)).toMatchObject({ isReplaced: false })
  served = null
  expect(await load(4)).toMatchObject({ isReplaced: false })
  expect(reloads).toBe(0)
})

test('what a module throws while it runs is not tried again', async () => {
  expect(await load(1, 'x is not a function')).toEqual(new TypeError('x is not a function'))
  expect(asked).toEqual([])
})

test('for a newer build the page is reloaded, once for each', async () => {
  served = '/assets/index-2.js'
  expect(await load(1)).toBe('waits')
  expect(reloads).toBe(1)
  expect(await load(1)).toMatchObject({ isReplaced: true })
  served = '/assets/index-3.js'
  expect(await load(1)).toBe('waits')
  expect(reloads).toBe(2)
})

test('with something unsaved, the page is not reloaded for a newer build', async () => {
  part.unsaved.add(() => true)
  served = '/assets/index-2.js'
  expect(await load(1)).toMatchObject({ isReplaced: true })
  expect(reloads).toBe(0)
})
