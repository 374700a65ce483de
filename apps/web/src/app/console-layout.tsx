import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_console')({
  // Loaded with the console: the login page has no room for it.
  beforeLoad: async ({ location }) => (await import('./guard/staff-guard.ts')).requireStaff(location.pathname),
  component: Outlet,
})
