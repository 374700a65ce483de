import { adminTicketMember } from '@portico/contract/ticket-inbox-admin'
import { adminGetTicket } from '@portico/contract/tickets-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../api/may.ts'
import { get } from '../../../api/query.ts'
import { onMobile } from '../../../app/layout/sidebar-state.ts'
import { KeptBundle } from '../../../diagnosis/bundle-view.tsx'
import { useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { fadeTop } from '../../../ui/sections/fade-edges.ts'
import { Composer } from '../composer/composer.tsx'
import { usePresence } from '../use-presence.ts'
import { Conversation } from './conversation.tsx'
import { MemberFacts } from './member-facts.tsx'
import { PaneHead } from './pane-head.tsx'
import styles from './pane.module.css'

/** One ticket: what it is about, who asks, what was said, and the answer. */
export function TicketPane({ id, onBack }: { id: number; onBack: () => void }) {
  const t = useT()
  const may = useMay()
  const query = useQuery(get(adminGetTicket, { params: { id } }))
  const { data: member } = useQuery(get(adminTicketMember, { params: { id } }, { background: true }))
  const isNarrow = useStore(onMobile)
  const [writing, setWriting] = useState(false)
  const others = usePresence(id, writing)
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageLoading />
  const { bundle, ticket, messages } = query.data
  return (
    <div className={styles['pane']}>
      <PaneHead ticket={ticket} others={others} onBack={onBack} />
      <MemberFacts member={member} isFolded={isNarrow} />
      {/* The keyboard reaches what scrolls in itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={fadeTop} className={styles['scroll']} role="region" aria-label={t('ticket_inbox.messages')} tabIndex={0}>
        <KeptBundle bundle={bundle} />
        {/* What comes in above the messages must not push the newest out of sight. */}
        <Conversation key={String(member === undefined)} ticket={ticket} messages={messages} />
      </div>
      {may('tickets.write') && <Composer ticket={ticket} messages={messages} onWriting={setWriting} />}
    </div>
  )
}
