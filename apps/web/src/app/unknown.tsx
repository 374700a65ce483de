import { createFileRoute, redirect } from '@tanstack/react-router'
import { needsLogin } from './guard/guard.ts'

export const Route = createFileRoute('/$')({
  beforeLoad: ({ location }) => {
    needsLogin(location)
    throw redirect({ to: '/404', replace: true })
  },
})
