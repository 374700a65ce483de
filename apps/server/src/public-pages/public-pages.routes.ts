import { EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { newestReleases } from '../app-releases/list-releases.ts'
import { descriptions, type PageText, type WritePage } from '../http/static/static.ts'
import { shownGames } from '../games/list-games.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { kept } from '../kept/kept.ts'
import { serviceStatus } from '../outages/service-status.ts'
import { toStatus } from '../outages/wire.ts'
import { listDiscounts } from '../promotions/list-discounts.ts'
import { plansOnSale } from '../promotions/plans-on-sale.ts'
import { toRunning } from '../promotions/wire.ts'
import { serviceChannels } from '../settings/service-channels.ts'
import { siteOf } from './frame.ts'
import { homeText } from './home-page.ts'
import { discountText, extensionText, gamesText, grammarText, priceText } from './offer-pages.ts'
import { pageText } from './page-texts.ts'
import { serviceText } from './service-page.ts'
import { type Said, writePage } from './write-page.ts'

/** Milliseconds for which a page's text is cached. */
const KEPT_MS = 10_000
/** Other addresses of pages, each with its usual one. */
const SAME: Record<string, string> = { '/': '/index', '/home': '/index' }

/** The text of the pages for everybody. Each is written at most once in ten seconds for a language. Of a closed site there is none. */
export function publicPages(app: App): WritePage {
  const { db } = app.database
  const status = async (language: Language) =>
    toStatus(app.now().getTime(), await serviceStatus(db, app.now(), app.settings()['site.timezone']), language)

  const pages: Record<string, (language: Language) => Promise<Said>> = {
    '/index': async (language) => {
      const [plans, { locations }] = await Promise.all([plansOnSale(app, null, language), status(language)])
      return homeText({ plans, locations, isOpen: app.settings()['site.registration_open'] }, language)
    },
    '/price': async (language) => priceText(await plansOnSale(app, null, language), language),
    '/service': async (language) => {
      const current = app.settings()
      return serviceText(
        {
          status: await status(language),
          zone: current['site.timezone'],
          channels: serviceChannels(current, language),
          hours: settingIn(current, 'service.hours', language),
        },
        language,
      )
    },
    '/grammaly': async (language) => grammarText(await plansOnSale(app, null, language), language),
    '/sup_game': async (language) =>
      gamesText(
        (await shownGames(app)()).map(({ game }) => inLanguage(game, language)),
        language,
      ),
    '/discount': async (language) => {
      const running = await listDiscounts(db, null, app.now())
      return discountText(
        running.map((discount) => toRunning(discount, language, app.now())),
        language,
      )
    },
    '/login': async (language) => ({ title: pageText(language)('nav.log_in'), description: descriptions[language], text: null }),
    '/extension': async (language) => extensionText(await newestReleases(db, EXTENSION_PLATFORMS), language),
  }

  const written = kept(app.now, KEPT_MS, async (key): Promise<PageText | null> => {
    const [path = '', named] = key.split(' ')
    const language = LANGUAGES.find((one) => one === named)
    const said = language && (await pages[path]?.(language))
    return said ? writePage(siteOf(app, language), path, language, said) : null
  })

  return async (asked, _query, language) => {
    const bare = asked.length > 1 ? asked.replace(/\/$/, '') : asked
    const path = SAME[bare] ?? bare
    if (app.settings()['site.closed'] || !Object.hasOwn(pages, path)) return null
    const { value } = await written(`${path} ${language}`)
    // Members who are signed in go on to their dashboard: only search engines read the root.
    return asked === '/' && value ? { ...value, body: '' } : value
  }
}
