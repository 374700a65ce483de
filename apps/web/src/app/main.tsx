import './tokens.css'
import './base.css'
import '../ui/text.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../api/seen-errors.ts'
import { onSessionLost, readToken } from '../api/session.ts'
import { fetchSite } from '../api/site.ts'
import { forget } from '../api/who.ts'
import { loadMessages } from '../i18n.ts'
import { showKeptToasts } from '../toast.ts'
import { explainInActiveLanguage } from '../ui/form/validation.ts'
import { loginSearch } from './guard/to-login.ts'
import { router } from './router.ts'
import { followSettings } from './settings.ts'

/** How long other files wait after the start, because those of the first page go first. */
const AFTER_START_MS = 500

followSettings()
explainInActiveLanguage()
void fetchSite()
onSessionLost(async () => {
  // The user may have signed in again meanwhile.
  if (readToken()) return
  const { pathname, href } = router.state.location
  if (pathname !== '/login') await router.navigate({ to: '/login', search: loginSearch(href), replace: true })
  forget()
})

start().catch((error: unknown) => {
  dispatchEvent(new Event('cannotstart'))
  throw error
})

/** Starts the app. Not awaited by the module, because pages import from this file and would wait for each other. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  await loadMessages('site')
  // A page or a frame that the server has written stays until the page can be drawn.
  if (root.firstChild) await router.load()
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  showKeptToasts()
  setTimeout(loadRest, AFTER_START_MS)
}

function loadRest(): void {
  import('./after-start.ts').then(
    ({ afterStart }) => afterStart(),
    () => setTimeout(loadRest, 5000),
  )
}
