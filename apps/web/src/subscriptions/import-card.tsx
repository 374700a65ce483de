import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ClientItem } from './client-item.tsx'
import { clientsFor, deviceOf, type ImportClient } from './import-clients.ts'
import styles from './subscribe.module.css'

/** How many apps are shown at once; the rest is a click away. */
const FIRST = 5

/** One click for each app that can import by a link, and a guide to each; the one for this device first. */
export function ImportCard({ url }: { url: string }) {
  const t = useT()
  const name = useSite()?.webtitle ?? location.hostname
  const device = deviceOf(navigator)
  const { here, elsewhere } = clientsFor(device)
  const list = (clients: ImportClient[], isFirst: boolean) => (
    <ul className={styles['clients']}>
      {clients.map((client, i) => (
        <ClientItem
          key={client.name}
          client={client}
          url={url}
          title={name}
          suggested={isFirst && i === 0 && device !== null}
          withDevices={device === null || elsewhere.includes(client)}
        />
      ))}
    </ul>
  )
  return (
    <Card title={t('subscribe.import')}>
      <p className="intro">{t('subscribe.import_text')}</p>
      {list(here.slice(0, FIRST), true)}
      {here.length > FIRST && (
        <details className={styles['more']}>
          <summary>{t('subscribe.more_apps', { n: here.length - FIRST })}</summary>
          {list(here.slice(FIRST), false)}
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
