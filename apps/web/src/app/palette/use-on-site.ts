import { type FoundKind, MAX_QUESTION, searchSite } from '@portico/contract/site-search'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBell,
  IconBook2,
  IconDeviceGamepad2,
  IconFileText,
  IconMessagePlus,
  type IconProps,
  IconShoppingBag,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { call } from '../../api/call.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import type { Entry } from './entries.ts'
import type { Found } from './use-found.ts'

/** Id of the entry shown if nothing fits. */
export const ASK = 'ask'

const ICONS: Record<FoundKind, ComponentType<IconProps>> = {
  article: IconBook2,
  plan: IconShoppingBag,
  notice: IconBell,
  page: IconFileText,
  game: IconDeviceGamepad2,
}

/**
 * For members: articles, plans, notices, games and pages that match, once typing pauses; else the way to a ticket. A page's id is its path.
 */
export function useOnSite(typed: string): { entries: Entry[]; state: Found['state'] } {
  const t = useT()
  const router = useRouter()
  const lang = useStore(language)
  const q = typed.trim().slice(0, MAX_QUESTION)
  const [paused] = useDebouncedValue(q, 180)
  const searches = !isAdmin(useWho()) && paused !== ''
  const query = useQuery({
    queryKey: [searchSite.path, paused, lang, 'palette'],
    queryFn: ({ signal }) => call(searchSite, { body: { q: paused, lang, page_size: 5 } }, { signal, quiet: true }),
    enabled: searches,
  })
  if (!searches || q === '') return { entries: [], state: 'idle' }
  if (q !== paused || query.isPending) return { entries: [], state: 'searching' }
  if (query.isError) return { entries: [], state: 'failed' }
  const go = (href: string) => () => void router.navigate({ href })
  const found = query.data.groups.flatMap(({ kind, items }) =>
    items.map(({ title, path, language: own }) => ({
      id: path,
      title: title.text,
      icon: ICONS[kind],
      run: go(own === lang ? path : `${path}?lang=${own}`),
    })),
  )
  const ask = { id: ASK, title: t('title.new_ticket'), hint: t('palette.ask'), icon: IconMessagePlus, run: go('/user/ticket/new') }
  return { entries: found.length > 0 ? found : [ask], state: 'done' }
}
