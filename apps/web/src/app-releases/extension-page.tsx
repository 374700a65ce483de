import { EXTENSION_PLATFORMS, getAppConfig, type NewestRelease } from '@portico/contract/app-releases'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { language, loadMessages, useT } from '../i18n.ts'
import { copyText } from '../ui/copy/copy-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, Loading, PublicFrame } from '../ui/plain/public-frame.tsx'
import { browserOf } from './browser-of.ts'
import { BrowserMark } from './browser-mark.tsx'
import { useDevice } from '../ui/use-device.ts'
import styles from './extension-page.module.css'
import { newestReleases } from './newest-releases.ts'
import { PLATFORM_NAMES } from './platform-names.ts'

export const Route = createFileRoute('/_public/extension')({
  // Loaded only here, so that other visitors do not download these texts.
  loader: () => loadMessages('extension'),
  component: ExtensionPage,
  staticData: { title: 'title.browser_extension' },
})

function ExtensionPage() {
  const t = useT()
  const { data, isPending, isError, refetch } = useQuery(newestReleases, queryClient)
  const releases = EXTENSION_PLATFORMS.flatMap((platform) => data?.items.filter((release) => release.platform === platform) ?? [])
  const here = browserOf(useDevice().userAgent)
  return (
    <PublicFrame title={t('title.browser_extension')} text={t('extension.text')}>
      {isPending && <Loading />}
      {isError && !data && <LoadFailed title={t('extension.failed')} onRetry={refetch} />}
      {data && releases.length === 0 && (
        <EmptyState title={t('extension.empty')} text={t('extension.empty_text')} drawing="search">
          <Link to="/price" className={buttonClass('primary')}>
            {t('title.price')}
          </Link>
        </EmptyState>
      )}
      {releases.length > 0 && (
        <>
          <ul className={styles['list']}>
            {releases.map((release) => (
              <Release key={release.platform} release={release} isHere={release.platform === here} />
            ))}
          </ul>
          <Steps />
        </>
      )}
    </PublicFrame>
  )
}

function Release({ release, isHere }: { release: NewestRelease; isHere: boolean }) {
  const t = useT()
  const name = PLATFORM_NAMES[release.platform]
  const notes = language.get() === 'zh-CN' ? release.notes_zh || release.notes_en : release.notes_en || release.notes_zh
  return (
    <li className={styles['card']} data-here={isHere || undefined}>
      <div className={styles['niche']} aria-hidden>
        <div className={styles['window']}>
          <BrowserMark of={release.platform} />
        </div>
      </div>
      <h2>{name}</h2>
      <p className={styles['quiet']}>{t('extension.version', { version: release.version })}</p>
      {notes !== '' && <p className={styles['notes']}>{notes}</p>}
      <a className={buttonClass(isHere ? 'primary' : 'outline')} href={release.download_url} rel="noreferrer">
        {t('extension.get', { name })}
      </a>
      {release.mirrors.length > 0 && (
        <p className={styles['quiet']}>
          {release.mirrors.map((mirror, index) => (
            <a key={mirror} href={mirror} rel="noreferrer">
              {t('extension.mirror', { n: index + 1 })}
            </a>
          ))}
        </p>
      )}
      {release.sha256 !== null && <code className={styles['sum']}>SHA-256 {release.sha256}</code>}
    </li>
  )
}

function Steps() {
  const t = useT()
  const origin = useSite()?.weburl ?? location.origin
  const address = `${origin}/api/v1${getAppConfig.path}?app=extension`
  return (
    <section className={styles['steps']} aria-labelledby="import">
      <h2 id="import">{t('extension.import')}</h2>
      <ol>
        <li>
          <h3>{t('extension.step_install')}</h3>
          <p>{t('extension.step_install_text')}</p>
        </li>
        <li>
          <h3>{t('extension.step_address')}</h3>
          <p>{t('extension.step_address_text')}</p>
          <div className={styles['address']}>
            <input readOnly value={address} aria-label={t('extension.address')} onFocus={(event) => event.target.select()} />
            <Copy text={address} />
          </div>
        </li>
        <li>
          <h3>{t('extension.step_login')}</h3>
          <p>{t('extension.step_login_text')}</p>
        </li>
      </ol>
    </section>
  )
}

function Copy({ text }: { text: string }) {
  const t = useT()
  const [said, setSaid] = useState<'action.copied' | 'extension.copy_failed' | null>(null)
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'action.copied' : 'extension.copy_failed')
    setTimeout(() => setSaid(null), 2000)
  }
  return (
    <button type="button" className={buttonClass('outline')} onClick={() => void copy()}>
      <span aria-live="polite">{t(said ?? 'action.copy')}</span>
    </button>
  )
}
