import { createFileRoute, redirect } from '@tanstack/react-router'
import { refreshPage } from './refresh.ts'
import { safeRedirect } from './guard/safe-redirect.ts'

/** `/redirect/user/orders?page=2` reopens `/user/orders?page=2`. */
export const Route = createFileRoute('/redirect/$')({
  beforeLoad: ({ location }) => {
    const target = safeRedirect(location.href.slice('/redirect'.length))
    if (!target || target.startsWith('/redirect')) throw redirect({ to: '/404', replace: true })
    refreshPage()
    throw redirect({ href: target, replace: true })
  },
})
