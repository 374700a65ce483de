import { getDashboard } from '@portico/contract/subscriptions'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { get, prefetch } from '../api/query.ts'
import { isAdmin, useWho, who } from '../api/who.ts'
import { themedPart } from '../app/library/themed-part.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { MemberHome } from './member-home.tsx'

// Lazy, because members do not need it.
const ConsoleHome = themedPart(async () => (await import('./console-home.tsx')).ConsoleHome)
const FactorNeeded = themedPart(async () => (await import('../factors/factor-needed.tsx')).FactorNeeded)

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: () => (isAdmin(who.get()) ? undefined : prefetch(get(getDashboard, {}))),
  component: DashboardPage,
  staticData: { title: 'title.dashboard' },
})

function DashboardPage() {
  const user = useWho()
  if (!isAdmin(user)) return <MemberHome />
  return <Suspense fallback={<PageLoading />}>{user.needs_factor ? <FactorNeeded /> : <ConsoleHome />}</Suspense>
}
