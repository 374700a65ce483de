import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_console')({
  // Loaded with the console, to keep it out of the login page's bundle.
  beforeLoad: async ({ location }) => (await import('./guard/staff-guard.ts')).requireStaff(location.pathname),
  component: Outlet,
})
