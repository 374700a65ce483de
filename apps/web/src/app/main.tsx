import './tokens.css'
import './base.css'
import '../ui/text.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionLost, readToken } from '../api/session.ts'
import { fetchSite } from '../api/site.ts'
import { forget } from '../api/who.ts'
import { loadMessages } from '../i18n.ts'
import { explainInActiveLanguage } from '../ui/form/validation.ts'
import { loginSearch } from './guard/guard.ts'
import { router } from './router.ts'
import { followSettings } from './settings.ts'

// After an upgrade, an open page may request files that no longer exist. Reload it, but not in a loop.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('portico.reloaded') ?? 0)
  // A reload is useless offline. The current page stays and shows the error.
  if (!navigator.onLine || Date.now() - last < 30_000) return
  event.preventDefault()
  sessionStorage.setItem('portico.reloaded', String(Date.now()))
  location.reload()
})

/** The first page's own files go first. */
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

void start()

/** Not awaited by the module: pages import from its file, so they would wait for each other. */
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
  setTimeout(() => void import('./after-start.ts').then(({ afterStart }) => afterStart()), AFTER_START_MS)
}
