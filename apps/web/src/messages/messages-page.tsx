import { Tabs } from '@mantine/core'
import { adminMessageState } from '@portico/contract/messages-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { MessageLog } from './message-log.tsx'
import { MessageTexts } from './message-texts.tsx'
import styles from './messages.module.css'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

const state = get(adminMessageState, {})

export const Route = createFileRoute('/_signed-in/_console/admin/messages')({
  loader: () => prefetch(state),
  component: MessagesPage,
  staticData: { title: 'title.messages' },
})

const Search = z.object({ tab: choice(['log', 'texts']) })

function MessagesPage() {
  const t = useT()
  const may = useMay()
  const navigate = useNavigate()
  const [{ tab: asked }] = usePageSearch(Search)
  const tabs = [
    ...(may('members.read') ? ['log' as const] : []),
    ...(may('content.write') || may('settings.security') || may('settings.read') ? ['texts' as const] : []),
  ]
  const tab = asked !== undefined && tabs.includes(asked) ? asked : (tabs[0] ?? 'log')
  // The tabs do not share their filters.
  const open = (next: string | null): void => void navigate({ to: '.', search: { tab: next } as never, replace: true })
  return (
    <>
      <PageHeader title={t('title.messages')} text={t('messages.text')} />
      <NotSetUp />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.messages')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`messages.tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="log">
          <MessageLog />
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          <MessageTexts />
        </Tabs.Panel>
      </Tabs>
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
