import { createFileRoute } from '@tanstack/react-router'
import { isAdmin, who } from '../api/who.ts'
import { requireUser } from './guard/guard.ts'
import { loadConsoleMenu } from './layout/menu.ts'
import { SignedInFrame } from './layout/signed-in-frame.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: requireUser,
  loader: () => (isAdmin(who.get()) ? loadConsoleMenu() : undefined),
  component: SignedInFrame,
})
