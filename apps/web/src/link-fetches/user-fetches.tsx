import { adminLinkFetches } from '@portico/contract/link-fetches-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import styles from './link-fetches.module.css'
import { PlaceList } from './place-list.tsx'

/** For operators: where a member's link is used. Loaded when expanded. */
export function UserFetches({ id }: { id: number }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...get(adminLinkFetches, { params: { id } }), enabled: open })
  return (
    <details className={styles['more']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('user_manage.fetches')}</summary>
      {open && query.isPending && <PageLoading />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.data && <PlaceList fetches={query.data.items} hasCountries={query.data.has_countries} />}
    </details>
  )
}
