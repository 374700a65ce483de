import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from './guard/guard.ts'
import { SignedInFrame } from './layout/signed-in-frame.tsx'

export const Route = createFileRoute('/_signed-in')({ beforeLoad: requireUser, component: SignedInFrame })
