import { useDebouncedValue } from '@mantine/hooks'
import { adminPreviewConfig } from '@portico/contract/app-releases-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import styles from './templates.module.css'

/** What an app would receive for the current text, updated as it is typed. */
export function ConfigPreview({ format, text }: { format: 'client_conf' | 'extension_conf'; text: string }) {
  const t = useT()
  const app = format === 'client_conf' ? 'client' : 'extension'
  const [settled] = useDebouncedValue(text, 500)
  const { data, isError } = useQuery({
    queryKey: [adminPreviewConfig.path, app, settled],
    queryFn: ({ signal }) => call(adminPreviewConfig, { body: { app, text: settled } }, { signal, background: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Card title={t('templates.preview')}>
      <p className="quiet">{t('app_config.preview_text')}</p>
      <div className={styles['verdict']}>
        {isError && <Banner tone="warn">{t('app_config.preview_failed')}</Banner>}
        {!data && !isError && <PageLoading />}
        {data?.payload === null && <Banner tone="info">{t('app_config.preview_faults')}</Banner>}
        {data?.payload && (
          // A scrolling region must be reachable by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={styles['output']} role="group" tabIndex={0} aria-label={t('templates.preview')}>
            {data.payload}
          </pre>
        )}
      </div>
    </Card>
  )
}
