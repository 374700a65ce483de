import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { clientsFor, deviceOf, type ImportClient } from './import-clients.ts'
import styles from './subscribe.module.css'

/** One click for each app that can import by a link; the one for this device first. */
export function ImportCard({ url }: { url: string }) {
  const t = useT()
  const name = useSite()?.webtitle ?? location.hostname
  const device = deviceOf(navigator)
  const { here, elsewhere } = clientsFor(device)
  const toLink = (client: ImportClient): string => client.link(url, name)
  return (
    <Card title={t('subscribe.import')}>
      <p className={styles['quiet']}>{t('subscribe.import_text')}</p>
      <ul className={styles['clients']}>
        {here.map((client, i) => (
          <li key={client.name} data-suggested={(i === 0 && device !== null) || undefined}>
            <span className={styles['client']}>
              <strong>{client.name}</strong>
              {i === 0 && device !== null && <small>{t('subscribe.suggested')}</small>}
            </span>
            <ImportButton client={client} link={toLink(client)} filled={i === 0} />
          </li>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <>
          <h3 className={styles['group']}>{t('subscribe.elsewhere')}</h3>
          <ul className={styles['clients']}>
            {elsewhere.map((client) => (
              <li key={client.name}>
                <span className={styles['client']}>
                  <strong>{client.name}</strong>
                  <small>{client.devices.map((one) => t(`device.${one}`)).join(' · ')}</small>
                </span>
                <ImportButton client={client} link={toLink(client)} filled={false} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function ImportButton({ client, link, filled }: { client: ImportClient; link: string; filled: boolean }) {
  const t = useT()
  return (
    <Button
      component="a"
      href={link}
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconDownload size={17} />}
      aria-label={t('subscribe.import_into', { name: client.name })}
    >
      {t('subscribe.import_button')}
    </Button>
  )
}
