import { createRootRoute, Outlet } from '@tanstack/react-router'
import { useStore } from '../store.ts'
import { Toasts } from '../ui/toasts.tsx'
import { besides } from './besides.ts'
import { usePageTitle } from './page-title.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  usePageTitle()
  const others = useStore(besides)
  return (
    <>
      <Outlet />
      {others}
      <Toasts />
    </>
  )
}
