import { createFileRoute } from '@tanstack/react-router'
import { startPage } from './guard/guard.ts'
import { keepInviteCode } from './invite-code.ts'

export const Route = createFileRoute('/')({
  beforeLoad: (going) => {
    keepInviteCode(going)
    startPage()
  },
})
