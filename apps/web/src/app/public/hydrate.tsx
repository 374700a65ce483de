import '../tokens.css'
import '../base.css'
import '../../ui/text.css'
import { pages } from 'virtual:public-pages'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import '../../api/seen-errors.ts'
import { onSessionLost, readToken } from '../../api/session.ts'
import { fetchSite, setSite } from '../../api/site.ts'
import { forget } from '../../api/who.ts'
import { readCookie } from '../../cookies.ts'
import { language, loadMessages } from '../../i18n.ts'
import { drawnFor } from '../../ui/use-device.ts'
import { keepInviteCode } from '../invite-code.ts'
import { keepToasts, showKeptToasts } from '../../toast.ts'
import { followSettings } from '../settings.ts'
import { goOnWith, newAnswers } from './answers.ts'
import type { Given } from './given.ts'
import { PublicPage } from './page.tsx'
import { params, place, placeOf, Redirect } from './router.tsx'

/** How long other files wait after the start, because those of the page go first. */
const AFTER_START_MS = 500

start().catch((error: unknown) => {
  dispatchEvent(new Event('cannotstart'))
  throw error
})

/** Takes over the page that the server has drawn. */
async function start(): Promise<void> {
  const [root, written] = ['root', 'given'].map((id) => document.getElementById(id))
  // Written by our server.
  const given = JSON.parse(written?.textContent ?? '{}') as Given
  const load = pages[given.page]
  if (!root || !load) return
  // What the server has kept for a while is asked for again once the page works.
  const isKept = written?.hasAttribute('data-kept') ?? false
  if (location.pathname !== given.path) history.replaceState(history.state, '', given.path + location.search + location.hash)
  goOnWith(newAnswers(given.answers, isKept))
  setSite(given.site)
  drawnFor.set({ userAgent: given.system, maxTouchPoints: 0 })
  params.set(given.params)
  place.set(placeOf({ pathname: location.pathname, search: given.search, hash: location.hash }))
  const here = placeOf(location, history.state)
  const [{ Route: page }] = await Promise.all([load(), loadMessages('site'), loadMessages('footer')])
  const going = { location: here, params: given.params }
  try {
    await page.beforeLoad?.(going)
    await page.loader?.(going)
  } catch (error) {
    if (error instanceof Redirect) return location.replace(error.href)
    throw error
  }
  // The language of an address goes on to the next page, which the server draws; only for this visit.
  if ('lang' in here.search && readCookie('language') === null) document.cookie = `language=${language.get()}; Path=/; SameSite=Strict`
  keepInviteCode({ location: here })
  const drawn = (): void => {
    // Every link reads it.
    if (here.href !== place.get().href || history.state !== null) place.set(here)
    addEventListener('popstate', (event) => place.set(placeOf(location, event.state)))
    showKeptToasts()
    followSettings()
    language.subscribe(() => void fetchSite())
    if (isKept) void fetchSite()
    // `before-start.html` hears it.
    dispatchEvent(new Event('works'))
    setTimeout(loadRest, AFTER_START_MS)
  }
  hydrateRoot(root, <PublicPage page={page} onDrawn={drawn} />)
  flushSync(() => takeTyped(root))
}

/** Tells the fields what was typed or filled in before they were there to hear it. */
function takeTyped(root: HTMLElement): void {
  for (const input of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const isChecked = input instanceof HTMLInputElement && input.checked !== input.defaultChecked
    if (isChecked) input.dispatchEvent(new Event('change', { bubbles: true }))
    else if (input.value !== input.defaultValue) input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

onSessionLost(async () => {
  // The user may have signed in again meanwhile.
  if (readToken()) return
  forget()
  keepToasts()
  location.assign('/login')
})

function loadRest(): void {
  import('../after-start.ts').then(
    ({ afterStart }) => afterStart(),
    () => setTimeout(loadRest, 5000),
  )
}
