import { Button } from '@mantine/core'
import type { ImportApp } from '@portico/contract/subscriptions'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { useUnopened } from './app-opening.ts'
import { InstallHint } from './install-hint.tsx'
import styles from './subscribe.module.css'

/** One app: its import button, and a guide with the steps, the URL and a QR code. */
export function ImportItem({ app, suggested, withDevices }: { app: ImportApp; suggested: boolean; withDevices: boolean }) {
  const t = useT()
  const { name, devices, address, import_link: link } = app
  const { unopened, watch } = useUnopened<ImportApp>()
  return (
    <li data-suggested={suggested || undefined}>
      <span className={styles['client']}>
        <strong>{name}</strong>
        {suggested && <small>{t('subscribe.suggested')}</small>}
        {withDevices && <small>{devices.map((one) => t(`device.${one}`)).join(' · ')}</small>}
      </span>
      {link !== null ? (
        <Button
          component="a"
          href={link}
          variant="default"
          leftSection={<IconDownload size={17} />}
          aria-label={t('subscribe.import_into', { name })}
          onClick={() => watch(app)}
        >
          {t('subscribe.import_button')}
        </Button>
      ) : (
        <CopyButton text={address} />
      )}
      <div className={styles['hint']}>
        <InstallHint app={unopened} />
      </div>
      <Guide app={app} />
    </li>
  )
}

/** The QR code is drawn when the guide is opened. */
function Guide({ app: { name, home, address, import_link: link } }: { app: ImportApp }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <details className={styles['guide']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('subscribe.guide_for', { name })}>{t('subscribe.guide')}</summary>
      {open && (
        <>
          <ol>
            <li>
              {t('subscribe.guide_install', { name })}{' '}
              <a href={home} target="_blank" rel="noreferrer">
                {new URL(home).host}
              </a>
            </li>
            <li>{t(link !== null ? 'subscribe.guide_import' : 'subscribe.guide_paste', { name })}</li>
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
