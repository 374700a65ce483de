import type { ImportApp } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { appsFor, deviceOf } from './import-apps.ts'
import { type Formats, FormatLinks } from './format-links.tsx'
import { ImportItem } from './import-item.tsx'
import styles from './subscribe.module.css'

interface CardProps {
  apps: ImportApp[]
  /** App offered elsewhere on the page; null: none. */
  without: string | null
  /** Apps shown at first; a click shows the rest. */
  first: number
}

/** A one-click import for each app that supports it, and a guide for each app. The suggested app for this device comes first. */
export function ImportCard({ apps, without, first }: CardProps) {
  const t = useT()
  const device = deviceOf(navigator)
  const listed = apps.filter(({ name }) => name !== without)
  const { here } = appsFor(listed, device)
  const list = (some: ImportApp[], isFirst: boolean) => (
    <ul className={styles['clients']}>
      {some.map((app, i) => (
        <ImportItem
          key={app.name}
          app={app}
          suggested={without === null && isFirst && i === 0 && device !== null}
          withDevices={device === null}
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
    </Card>
  )
}

/** What suits other devices and apps: their imports, and the link in each format to paste into apps that the server cannot tell apart. */
export function OtherWays({ apps, links }: { apps: ImportApp[]; links: Formats }) {
  const t = useT()
  const { elsewhere } = appsFor(apps, deviceOf(navigator))
  return (
    <Card title={t('subscribe.formats')}>
      <p className="intro">{t('subscribe.formats_text')}</p>
      {elsewhere.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('subscribe.elsewhere')}</summary>
          <ul className={styles['clients']}>
            {elsewhere.map((app) => (
              <ImportItem key={app.name} app={app} suggested={false} withDevices />
            ))}
          </ul>
        </details>
      )}
      <FormatLinks links={links} />
    </Card>
  )
}
