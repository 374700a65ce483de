import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireUser } from './guard.ts'

export const Route = createFileRoute('/_signed-in')({ beforeLoad: requireUser, component: Outlet })
