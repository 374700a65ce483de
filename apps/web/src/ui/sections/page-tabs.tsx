import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import * as z from 'zod/mini'
import { PageLoading } from '../page-loading.tsx'
import { text, usePageSearch } from '../page-search.ts'
import { fadeEdges } from './fade-edges.ts'

interface PageTab {
  id: string
  title: string
  panel: ReactNode
  /** After the title, such as a count. */
  aside?: ReactNode
}
const Search = z.object({ tab: text })

/** The tabs of a page; the address names the one that is open, unless it is the first. They do not share their filters. */
export function PageTabs({ label, tabs }: { label: string; tabs: PageTab[] }) {
  const navigate = useNavigate()
  const [{ tab }] = usePageSearch(Search)
  const [first] = tabs
  const opened = tabs.find(({ id }) => id === tab) ?? first
  const open = (id: string | null): void =>
    void navigate({ to: '.', search: (id === first?.id ? {} : { tab: id }) as never, replace: true, resetScroll: false })
  return (
    <Tabs value={opened?.id ?? null} onChange={open} keepMounted={false}>
      <Tabs.List ref={fadeEdges} mb="lg" aria-label={label}>
        {tabs.map(({ id, title, aside }) => (
          <Tabs.Tab key={id} value={id} rightSection={aside}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, panel }) => (
        <Tabs.Panel key={id} value={id}>
          <Suspense fallback={<PageLoading />}>{panel}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
