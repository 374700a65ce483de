import './base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionLost, readToken } from '../api/session.ts'
import { fetchSite } from '../api/site.ts'
import { forget } from '../api/who.ts'
import { loadMessages } from '../i18n.ts'
import { explainInActiveLanguage } from '../ui/validation.ts'
import { loginSearch } from './guard.ts'
import { router } from './router.ts'
import { followSettings } from './settings.ts'

followSettings()
explainInActiveLanguage()
void fetchSite()
onSessionLost(async () => {
  // Whoever has signed in again meanwhile stays.
  if (readToken()) return
  const { pathname, href } = router.state.location
  if (pathname !== '/login') await router.navigate({ to: '/login', search: loginSearch(href), replace: true })
  forget()
})

const root = document.getElementById('root')
if (root) {
  await loadMessages('site')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
