import { previewBundle, type Tried } from '@portico/contract/connection-bundle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { BundleView } from './bundle-view.tsx'
import styles from './doctor.module.css'

/** Shows what will be sent with a ticket. */
export function BundlePreview({ tried }: { tried: Tried }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [previewBundle.path, tried],
    queryFn: ({ signal }) => call(previewBundle, { body: { tried } }, { signal, quiet: true }),
    enabled: isOpen,
  })
  return (
    <details className={styles['bundle']} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('bundle.title')}</summary>
      <p className="quiet">{t('bundle.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && <BundleView bundle={data} />}
    </details>
  )
}
