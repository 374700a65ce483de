import { adminSetup, Month, type SetupStep, SetupStepName, setupSteps } from '@portico/contract/overview-admin'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { UnreadEvents } from '../events/unread-events.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { Overview } from './overview.tsx'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

// Lazy, because a running site needs it no longer.
const Setup = lazyPart(async () => (await import('./setup/setup.tsx')).Setup)

const Search = z.object({ view: choice(['setup', 'overview']), month: z.catch(z.optional(Month), undefined) })
const EVERY_MS = 3000

function isOpen({ items }: { items: SetupStep[] }): boolean {
  return items.some(({ done }) => !done)
}

/** The way to the first sale; after that, how the business is going. Each can be reached from the other. */
export function ConsoleHome() {
  const may = useMay()
  const [{ view, month }, change] = usePageSearch(Search)
  const hasSteps = SetupStepName.options.some((step) => setupSteps[step].every(may))
  // Someone who watches sees the last step done before the page changes.
  const [sawSteps, setSawSteps] = useState(false)
  const { data: setup, isLoading } = useQuery({
    ...get(adminSetup, {}, { background: true }),
    enabled: hasSteps,
    // To the last step, also if something is sold before it.
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) && (sawSteps || !state.data.finished) ? EVERY_MS : false),
  })
  useEffect(() => setSawSteps((saw) => saw || setup?.finished === false), [setup])
  if (isLoading) return <PageLoading />
  const shown = view ?? (setup && (!setup.finished || sawSteps) ? 'setup' : 'overview')
  const open = (next: 'setup' | 'overview'): void => change({ view: next, month: undefined })
  if (shown === 'setup' && setup)
    return (
      <Suspense fallback={<PageLoading />}>
        <Setup steps={setup.items} finished={setup.finished} sale={setup.sale} onOverview={() => open('overview')} />
      </Suspense>
    )
  return (
    <>
      <UnreadEvents />
      <Overview month={month} onMonth={(next) => change({ month: next })} setup={setup} onSetup={() => open('setup')} />
    </>
  )
}
