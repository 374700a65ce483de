import { Button } from '@mantine/core'
import type { NoticePlacement } from '@portico/contract/notices'
import { BarLine } from '../app/layout/notice-bar.tsx'
import { NoticeBanner } from '../app/notices/notice-banner.tsx'
import { useT } from '../i18n.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { Prose } from '../ui/prose/prose.tsx'
import styles from './notice-preview.module.css'

/** A notice as readers see it. `body`: cleaned by the server. */
export function NoticePreview({ placement, title, body, lang }: { placement: NoticePlacement; title: string; body: string; lang: string }) {
  const t = useT()
  return (
    <FormSection title={t('notice_manage.preview')}>
      {title.trim() === '' ? (
        <p className="quiet">{t('notice_manage.preview_empty')}</p>
      ) : (
        <div className={styles['preview']} lang={lang} data-placement={placement}>
          <Drawn placement={placement} title={title} body={body} />
        </div>
      )}
    </FormSection>
  )
}

function Drawn({ placement, title, body }: { placement: NoticePlacement; title: string; body: string }) {
  const t = useT()
  const nothing = (): void => {}
  if (placement === 'bar') return <BarLine text={title} onNever={nothing} onClose={nothing} />
  if (placement === 'banner') return <NoticeBanner title={title} body={body} onDismiss={nothing} />
  return (
    <div className={styles['floating']}>
      <strong>{title}</strong>
      {body && <Prose html={body} />}
      {placement === 'popup' && <Button ml="auto">{t('member_notice.got_it')}</Button>}
    </div>
  )
}
