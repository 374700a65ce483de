import { getSiteConfig, type SiteConfig } from '@portico/contract/site'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { pages } from 'virtual:public-pages'
import { renderToString } from 'react-dom/server'
import { call } from '../../api/call.ts'
import { setSite } from '../../api/site.ts'
import { type Area, language, loadMessages } from '../../i18n.ts'
import { drawnFor } from '../../ui/use-device.ts'
import { goOnWith, newAnswers } from './answers.ts'
import type { Given } from './given.ts'
import { PublicPage } from './page.tsx'
import { params as paramsNow, type PageRoute, place, placeOf, Redirect } from './router.tsx'
import { allTexts } from './texts.ts'
import { toasts } from '../../toast.ts'

/** What stands in for a browser (`no-browser.js`). */
declare const browser: { fetch: typeof fetch; cookie: string }

/** `fetch`: answers the calls of the page. `isSignedIn`: the visitor has a session; whose, the page does not say. */
export interface Asked {
  path: string
  search: string
  language: Language
  isSignedIn: boolean
  system: string
  fetch: typeof fetch
}
export interface Drawn {
  html: string
  given: Given
}

/** How often what a page turns out to need is fetched: what one answer shows may ask for another. */
const MOST_ROUNDS = 4
const drawable = Object.entries(pages).map(([name, load]) => ({ name, load, parts: name.split('/') }))
await loadAllTexts()

/** Draws a public page as a browser would. null: it leads elsewhere, or lacks an answer. */
export async function draw(asked: Asked): Promise<Drawn | null> {
  const found = findPage(asked.path)
  if (!found) return null
  const { Route: route } = await found.load()
  const answers = newAnswers()
  let site: SiteConfig | undefined
  // Everything between two waits is of one page.
  const enter = (): void => {
    toasts.set([])
    goOnWith(answers)
    language.set(asked.language)
    setSite(site)
    paramsNow.set(found.params)
    place.set(placeOf({ pathname: asked.path, search: asked.search, hash: '' }))
    drawnFor.set({ userAgent: asked.system, maxTouchPoints: 0 })
    browser.fetch = asked.fetch
    browser.cookie = asked.isSignedIn ? 'AdminToken=1' : ''
  }
  enter()
  site = await call(getSiteConfig, {}, { background: true })
  enter()
  try {
    const going = { location: place.get(), params: found.params }
    await route.beforeLoad?.(going)
    enter()
    await route.loader?.(going)
  } catch (error) {
    if (error instanceof Redirect) return null
    throw error
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    enter()
    const html = render(route)
    const lacking = answers.takeLacking()
    if (lacking.length > 0) await Promise.allSettled(lacking.map((ask) => ask()))
    // A part that is loaded later is here at once, from the next round on.
    else if (html === null) await new Promise((done) => setTimeout(done))
    else if (answers.hasFailed()) return null
    else
      return {
        html,
        given: {
          page: found.name,
          path: asked.path,
          params: found.params,
          search: asked.search,
          system: asked.system,
          site,
          answers: answers.known(),
        },
      }
  }
  return null
}

/** null: a part of the page is still loaded. */
function render(page: PageRoute): string | null {
  try {
    return renderToString(<PublicPage page={page} onDrawn={() => {}} />)
  } catch (error) {
    if (error instanceof Error && error.message.includes('suspenseful')) return null
    throw error
  }
}

function findPage(path: string) {
  const asked = path.split('/')
  for (const { name, load, parts } of drawable) {
    if (parts.length !== asked.length || !parts.every((part, i) => part.startsWith('$') || part === asked[i])) continue
    const params = Object.fromEntries(parts.flatMap((part, i) => (part.startsWith('$') ? [[part.slice(1), asked[i] ?? '']] : [])))
    return { name, load, params }
  }
  return null
}

async function loadAllTexts(): Promise<void> {
  for (const one of LANGUAGES) {
    language.set(one)
    // Areas that the files are named after.
    for (const name of allTexts) if (name.startsWith(`${one}/`)) await loadMessages(name.slice(one.length + 1) as Area)
  }
}
