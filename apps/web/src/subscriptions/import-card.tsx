import type { ImportApp } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { appsFor, deviceOf } from './import-apps.ts'
import { ImportItem } from './import-item.tsx'
import styles from './subscribe.module.css'

interface CardProps {
  apps: ImportApp[]
  /** The app that is offered elsewhere on the page. */
  without: string | null
  /** How many are shown at first; the rest are one click away. */
  first: number
}

/** A one-click import for each app that supports it, and a guide for each app. The suggested app for this device comes first. */
export function ImportCard({ apps, without, first }: CardProps) {
  const t = useT()
  const device = deviceOf(navigator)
  const listed = apps.filter(({ name }) => name !== without)
  const { here, elsewhere } = appsFor(listed, device)
  const list = (some: ImportApp[], isFirst: boolean) => (
    <ul className={styles['clients']}>
      {some.map((app, i) => (
        <ImportItem
          key={app.name}
          app={app}
          suggested={without === null && isFirst && i === 0 && device !== null}
          withDevices={device === null || elsewhere.includes(app)}
        />
      ))}
    </ul>
  )
  return (
    <Card title={t(without === null ? 'subscribe.import' : 'subscribe.other_apps')}>
      <p className="intro">{t('subscribe.import_text')}</p>
      {list(here.slice(0, first), true)}
      {here.length > first && (
        <details className={styles['more']}>
          <summary>{t('subscribe.more_apps', { n: here.length - first })}</summary>
          {list(here.slice(first), false)}
        </details>
      )}
      {elsewhere.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('subscribe.elsewhere')}</summary>
          {list(elsewhere, false)}
        </details>
      )}
    </Card>
  )
}
