import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/query.ts'
import { onSessionLost } from '../api/session.ts'
import { prefetchSite } from '../api/site.ts'
import { forget } from '../api/who.ts'
import { loadMessages } from '../i18n.ts'
import { loginSearch } from './guard.ts'
import { router } from './router.ts'
import { followSettings } from './settings.ts'

followSettings()
prefetchSite()
onSessionLost(() => {
  forget()
  const { pathname, href } = router.state.location
  if (pathname !== '/login') void router.navigate({ to: '/login', search: loginSearch(href), replace: true })
})

const root = document.getElementById('root')
if (root) {
  await loadMessages('site')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
