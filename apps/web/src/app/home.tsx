import { createFileRoute, redirect } from '@tanstack/react-router'
import { keepInviteCode } from './invite-code.ts'

export const Route = createFileRoute('/home')({
  beforeLoad: (going) => {
    keepInviteCode(going)
    throw redirect({ to: '/index', replace: true })
  },
})
