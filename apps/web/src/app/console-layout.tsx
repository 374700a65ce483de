import { createFileRoute, Outlet, type StaticDataRouteOption } from '@tanstack/react-router'
import { requireStaff } from './guard.ts'

export const Route = createFileRoute('/_signed-in/_console')({ beforeLoad: requireRole, component: Outlet })

// Unknown, because the type of the matches comes from this very route.
function requireRole(going: unknown): void {
  const { matches } = going as { matches: { staticData: StaticDataRouteOption }[] }
  requireStaff(matches.map(({ staticData }) => staticData.needs))
}
