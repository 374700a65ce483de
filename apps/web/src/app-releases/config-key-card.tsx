import type { ConfiguredApp } from '@portico/contract/app-releases'
import { adminGetConfigKey } from '@portico/contract/app-releases-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import styles from './app-releases.module.css'

/** The values to build into the app. */
export function ConfigKeyCard({ app }: { app: ConfiguredApp }) {
  const t = useT()
  const { data, error, refetch } = useQuery(get(adminGetConfigKey, {}))
  return (
    <Card title={t('app_config.key_title')}>
      <p className="quiet">{t('app_config.key_text')}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <PageLoading />}
      {data && (
        <div className={styles['values']}>
          <Value label={t('app_config.key')} text={data.key} />
          <Value label={t('app_config.address')} text={app === 'client' ? data.client_url : data.extension_url} />
        </div>
      )}
    </Card>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <label className={styles['value']}>
      <span>{label}</span>
      <span>
        <input readOnly value={text} onFocus={(event) => event.target.select()} />
        <CopyButton text={text} />
      </span>
    </label>
  )
}
