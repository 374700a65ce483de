import { test as base, type Browser, expect } from '@playwright/test'
import { type Portico, startPortico } from './portico.ts'
import { enterShop, openSite, type Shop, type Site } from './shop.ts'
import { siteWide } from './site-wide.ts'
import { slowness } from '../scripts/slowness.ts'

export { expect }

/** Starting a server takes two seconds, but not on a machine with other work to do. */
const SLOW = 300_000

/**
 * Two sites that all journeys of a worker share: the demo, and an empty one with a small shop. What is in `alone/` has its own.
 * A failed journey ends its worker, and the sites with it.
 */
export const test = base.extend<{ closed: void }, { demo: Portico; site: Site }>({
  demo: [
    async ({ browser: _ }, use) => {
      const demo = await startPortico('--demo')
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: SLOW },
  ],
  site: [
    async ({ browser: _ }, use) => {
      const site = await openSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: SLOW },
  ],
  // A page that stays open goes on asking its server, and slows down what comes after it.
  closed: [
    async ({ browser }, use) => {
      const before = browser.contexts()
      await use()
      await close(browser, (context) => !before.includes(context))
    },
    { auto: true },
  ],
})

type End = (() => unknown) | undefined
type Begin<Given> = (given: Given, browser: Browser) => Promise<End> | Promise<void>

/**
 * The journeys of this file have a server of their own: it is what this returns, once they begin. What `begin` returns is done before it
 * stops.
 */
export const alone = (begin?: Begin<Portico>): Portico => aloneWith(() => startPortico(), begin)

export function aloneWith<Given extends { stop: () => unknown }>(start: () => Promise<Given>, begin: Begin<Given> = nothing): Given {
  const given = {} as Given
  let end: End
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(SLOW * slowness)
    Object.assign(given, await start())
    end = (await begin(given, browser)) ?? undefined
  })
  test.afterAll(async ({ browser }) => {
    await close(browser)
    await end?.()
    await given.stop?.()
  })
  return given
}
const nothing = async (): Promise<void> => {}

/**
 * The journeys of this file share the demo. They may make people, orders and tickets; what all members see must be as before at the end.
 */
export function onDemo(begin: Begin<Portico> = nothing): Portico {
  const given = {} as Portico
  const { enter, leave } = sharing()
  test.beforeAll(({ demo, browser }) => enter(demo, () => begin(Object.assign(given, demo), browser)))
  test.afterAll(({ demo, browser }) => leave(demo, browser))
  return given
}

/** The same with the shop, as its operator. */
export function onShop(begin: Begin<Shop> = nothing): Shop {
  const given = {} as Shop
  const { enter, leave } = sharing()
  test.beforeAll(({ site, browser }) =>
    enter(site.portico, async () => begin(Object.assign(given, await enterShop(site, browser)), browser)),
  )
  test.afterAll(({ site, browser }) => leave(site.portico, browser))
  return given
}

/** A visit to a site that others use too. */
function sharing() {
  let end: End
  let before: unknown
  return {
    enter: async (portico: Portico, begin: () => Promise<End | void>): Promise<void> => {
      test.setTimeout(SLOW * slowness)
      before = await siteWide(portico)
      end = (await begin()) ?? undefined
    },
    leave: async (portico: Portico, browser: Browser): Promise<void> => {
      await end?.()
      await close(browser)
      expect(await siteWide(portico), 'the site is as it was').toEqual(before)
    },
  }
}

async function close(browser: Browser, which: (context: ReturnType<Browser['contexts']>[number]) => boolean = () => true): Promise<void> {
  await Promise.all(
    browser
      .contexts()
      .filter(which)
      .map((context) => context.close()),
  )
}
