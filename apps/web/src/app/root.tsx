import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Notices } from '../ui/notices.tsx'
import { usePageTitle } from './page-title.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  usePageTitle()
  return (
    <>
      <Outlet />
      <Notices />
    </>
  )
}
