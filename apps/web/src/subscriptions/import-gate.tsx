import type { ImportApp } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { appsFor, deviceOf } from './import-apps.ts'
import { ImportButton } from './import-button.tsx'
import styles from './import-gate.module.css'

/** How many apps for this device stand beside the suggested one. */
const BESIDE = 3

/** The ways to bring the subscription into an app: one press here, a scan by another device, or the link itself. */
export function ImportGate({ apps, url }: { apps: ImportApp[]; url: string }) {
  const t = useT()
  const device = deviceOf(navigator)
  const others =
    device === null
      ? []
      : appsFor(apps, device)
          .here.filter(({ import_link: link }) => link !== null)
          .slice(1, 1 + BESIDE)
  return (
    <section className={`on-ink ${styles['gate']}`} aria-labelledby="import">
      <div className={styles['arch']}>
        <p>{t('subscribe.scan')}</p>
        <QrCode text={url} size={168} />
      </div>
      <div className={styles['words']}>
        <h1 id="import">{t('title.subscribe')}</h1>
        <p className={styles['text']}>{t('subscribe.text')}</p>
        <div className={styles['apps']}>
          <ImportButton />
          {others.map(({ name, import_link: link }) => (
            <a key={name} className={buttonClass('outline')} href={link ?? undefined} aria-label={t('subscribe.import_into', { name })}>
              {name}
            </a>
          ))}
        </div>
        <div className={styles['link']}>
          <CopyField label={t('dashboard.link')} text={url} />
          <p>{t('dashboard.link_text')}</p>
        </div>
      </div>
    </section>
  )
}
