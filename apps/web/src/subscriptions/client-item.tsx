import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { addressFor, type ImportClient } from './import-clients.ts'
import styles from './subscribe.module.css'

interface ItemProps {
  client: ImportClient
  url: string
  /** What the app is to call the subscription. */
  title: string
  suggested: boolean
  withDevices: boolean
}

/** One app: its way in, and a guide with the steps, the address and a code to scan. */
export function ClientItem({ client, url, title, suggested, withDevices }: ItemProps) {
  const t = useT()
  const address = addressFor(client, url)
  const link = client.link?.(address, title)
  return (
    <li data-suggested={suggested || undefined}>
      <span className={styles['client']}>
        <strong>{client.name}</strong>
        {suggested && <small>{t('subscribe.suggested')}</small>}
        {withDevices && <small>{client.devices.map((one) => t(`device.${one}`)).join(' · ')}</small>}
      </span>
      {link ? (
        <Button
          component="a"
          href={link}
          variant={suggested ? 'filled' : 'default'}
          leftSection={<IconDownload size={17} />}
          aria-label={t('subscribe.import_into', { name: client.name })}
        >
          {t('subscribe.import_button')}
        </Button>
      ) : (
        <CopyButton text={address} />
      )}
      <Guide client={client} address={address} canImport={link !== undefined} />
    </li>
  )
}

/** The code is drawn when the guide is opened. */
function Guide({ client, address, canImport }: { client: ImportClient; address: string; canImport: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { name } = client
  return (
    <details className={styles['guide']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('subscribe.guide_for', { name })}>{t('subscribe.guide')}</summary>
      {open && (
        <>
          <ol>
            <li>
              {t('subscribe.guide_install', { name })}{' '}
              <a href={client.home} target="_blank" rel="noreferrer">
                {new URL(client.home).host}
              </a>
            </li>
            <li>{t(canImport ? 'subscribe.guide_import' : 'subscribe.guide_paste', { name })}</li>
            <li>{t('subscribe.guide_connect')}</li>
          </ol>
          <div className={styles['qr']}>
            <QrCode text={address} size={150} />
            <CopyButton text={address} label={t('subscribe.copy_address')} variant="subtle" />
          </div>
        </>
      )}
    </details>
  )
}
