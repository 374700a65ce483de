import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireAdmin } from './guard.ts'

export const Route = createFileRoute('/_signed-in/_console')({ beforeLoad: requireAdmin, component: Outlet })
