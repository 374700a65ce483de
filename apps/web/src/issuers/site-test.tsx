import { Button } from '@mantine/core'
import { adminTestSite } from '@portico/contract/issuers-admin'
import type { SiteId } from '@portico/contract/sign-in-sites'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './site-test.module.css'

/** Address to enter at the site, and a test of what is saved; below the site's settings. */
export function SiteTest({ site, isChanged, disabled }: { site: SiteId; isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const origin = useSite()?.weburl ?? location.origin
  const test = useSave({ send: () => call(adminTestSite, { params: { site } }) })
  const { finding, detail } = test.data ?? {}
  return (
    <>
      <div>
        <p className="quiet small">{t('oauth.redirect_url')}</p>
        <CopyField label={t('oauth.redirect_url')} text={test.data?.redirect_url ?? `${origin}/auth-redirect`} />
      </div>
      <div className={styles['test']}>
        <Button variant="default" disabled={disabled || isChanged} loading={test.isPending} onClick={() => test.mutate()}>
          {t('oauth.test')}
        </Button>
        <span className="quiet small">{t(isChanged ? 'oauth.test_unsaved' : 'oauth.test_saved')}</span>
      </div>
      {finding && !isChanged && (
        <Banner tone={finding === 'ready' ? 'good' : finding === 'off' ? 'info' : 'warn'} title={t(`oauth.finding_${finding}`)}>
          {detail}
        </Banner>
      )}
    </>
  )
}
