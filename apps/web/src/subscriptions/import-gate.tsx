import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { useUnopened } from './app-opening.ts'
import { ImportButton } from './import-button.tsx'
import { InstallHint, InstallLink } from './install-hint.tsx'
import { deviceOf } from './import-apps.ts'
import { type SuggestedApp, useSuggestedApp } from './use-suggested-app.ts'
import styles from './import-gate.module.css'

interface GateProps {
  url: string
  /** true: on a phone, with link and code folded. */
  isNarrow: boolean
}

/** The ways to bring the subscription into an app: one press here, a scan by another device, or the link itself. */
export function ImportGate({ url, isNarrow }: GateProps) {
  const t = useT()
  const suggested = useSuggestedApp()
  const { unopened, watch } = useUnopened<SuggestedApp>()
  const code = (
    <div className={styles['arch']}>
      <p>{t('subscribe.scan')}</p>
      <QrCode text={url} size={168} />
    </div>
  )
  const link = (
    <div className={styles['link']}>
      <CopyField label={t('dashboard.link')} text={url} />
      <p>{t('dashboard.link_text')}</p>
    </div>
  )
  return (
    <section className={`on-ink ${styles['gate']}`} aria-labelledby="import-title">
      {!isNarrow && code}
      <div className={styles['words']}>
        <h1 id="import-title">{t('title.subscribe')}</h1>
        <p className={styles['text']}>{t('subscribe.text')}</p>
        <div className={styles['apps']}>
          <ImportButton large={isNarrow} onOpen={watch} />
          {suggested && <InstallLink app={suggested} className={buttonClass('outline', ...(isNarrow ? (['large'] as const) : []))} />}
          {isNarrow && <CopyButton text={url} label={t('subscribe.copy_address')} />}
        </div>
        {suggested?.is_paid && deviceOf(navigator) === 'ios' && <p className={styles['paid']}>{t('subscribe.paid')}</p>}
        <div className={styles['hint']}>
          <InstallHint app={unopened} />
        </div>
        {isNarrow ? (
          <details className={styles['fold']} open={!suggested}>
            <summary>{t('subscribe.fold')}</summary>
            {link}
            {code}
          </details>
        ) : (
          link
        )}
      </div>
    </section>
  )
}
