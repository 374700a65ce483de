import { adminMessageState } from '@portico/contract/messages-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'
import { get, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { MessageLog } from './message-log.tsx'
import styles from './messages.module.css'

const MessageTexts = lazyPart(async () => (await import('./message-texts.tsx')).MessageTexts)

const state = get(adminMessageState, {})

export const Route = createFileRoute('/_signed-in/_console/admin/messages')({
  loader: () => prefetch(state),
  component: MessagesPage,
  staticData: { title: 'title.messages' },
})

function MessagesPage() {
  const t = useT()
  const may = useMay()
  const mayWrite = may('content.write') || may('settings.security') || may('settings.read')
  return (
    <>
      <PageHeader title={t('title.messages')} text={t('messages.text')} />
      <NotSetUp />
      <PageTabs
        label={t('title.messages')}
        tabs={[
          ...(may('members.read') ? [{ id: 'log', title: t('messages.tab_log'), panel: <MessageLog /> }] : []),
          ...(mayWrite ? [{ id: 'texts', title: t('messages.tab_texts'), panel: <MessageTexts /> }] : []),
        ]}
      />
    </>
  )
}

/** Says plainly that nobody gets codes. */
function NotSetUp() {
  const t = useT()
  const may = useMay()
  const { data } = useQuery(state)
  if (!data || data.email) return null
  return (
    <div className={styles['banner']}>
      <Banner
        tone="warn"
        title={t('messages.no_mail')}
        action={may('settings.security') && <PathLink to="/admin/setting?group=mail">{t('messages.set_up')}</PathLink>}
      >
        {t(data.sms ? 'messages.no_mail_text' : 'messages.no_mail_or_sms_text')}
      </Banner>
    </div>
  )
}
