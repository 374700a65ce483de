import { Button, Select, TextInput } from '@mantine/core'
import { fetchTickets, saveTicket, type TicketKind, TicketKind as Kinds, TicketLevel as Levels } from '@portico/contract/tickets'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { BundlePreview } from '../diagnosis/bundle-preview.tsx'
import { readTried } from '../diagnosis/tried.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { HelpBeside } from './help-beside.tsx'
import { sendOwnFile } from './reply-box.tsx'
import { useTicketDraft } from './ticket-draft.ts'
import styles from './tickets.module.css'
import { useAttachments } from './use-attachments.ts'
import { WriteBox } from './write-box.tsx'

export const Route = createFileRoute('/_signed-in/user/ticket/new')({
  component: NewTicketPage,
  staticData: { title: 'title.new_ticket' },
})

const EMPTY = { kind: '', level: 'medium', subject: '', text: '', tried: '' }

/** A new ticket. What is entered stays on the device until it is sent; what may help already stands beside it. */
function NewTicketPage() {
  const t = useT()
  const router = useRouter()
  const { draft, change, clear } = useTicketDraft('new', EMPTY)
  const attachments = useAttachments(sendOwnFile)
  const [tried, setTried] = useState(false)
  const answers = draft.kind === 'connection' || draft.kind === 'speed' ? readTried(draft.tried) : undefined
  const input = { ...draft, kind: draft.kind as TicketKind, level: draft.level as 'medium', file_ids: attachments.ids, tried: answers }
  const errors = tried ? schemaErrors(saveTicket.body, input) : {}
  const save = useSave({
    send: () => call(saveTicket, { body: input }, { quiet: true }),
    changes: [fetchTickets],
    after: async ({ id }) => {
      clear()
      await router.navigate({ href: `/user/ticket/${id}`, replace: true })
    },
  })
  const send = (): void => {
    setTried(true)
    if (Object.keys(schemaErrors(saveTicket.body, input)).length === 0 && !attachments.busy && !save.isPending) save.mutate()
  }
  const errorOf = (field: string): string | null => errors[field] ?? null
  return (
    <>
      <PageHeader title={t('title.new_ticket')} text={t('ticket_new.text')} />
      <form
        className={styles['new']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className={styles['grid']}>
          <div className={styles['fields']}>
            <div className={styles['pair']}>
              <Select
                label={t('ticket.kind')}
                placeholder={t('ticket_new.kind')}
                data={Kinds.options.map((value) => ({ value, label: t(`ticket_kind.${value}`) }))}
                value={draft.kind || null}
                onChange={(kind) => change({ kind: kind ?? '' })}
                allowDeselect={false}
                error={errorOf('kind')}
              />
              <Select
                label={t('ticket.level')}
                data={Levels.options.map((value) => ({ value, label: t(`ticket_level.${value}`) }))}
                value={draft.level}
                onChange={(level) => change({ level: level ?? 'medium' })}
                allowDeselect={false}
              />
            </div>
            <TextInput
              label={t('ticket.subject')}
              value={draft.subject}
              onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
              maxLength={120}
              autoComplete="off"
              error={errorOf('subject')}
            />
          </div>
          <HelpBeside kind={draft.kind} subject={draft.subject} isLineKnown={answers !== undefined} />
          <div className={styles['fields']}>
            <NotSent error={save.error} />
            {answers && <BundlePreview tried={answers} />}
            <WriteBox
              label={t('ticket_new.message')}
              value={draft.text}
              onChange={(text) => change({ text })}
              attachments={attachments}
              error={errorOf('text')}
              onSend={send}
            >
              <Button type="submit" loading={save.isPending} disabled={attachments.busy}>
                {t('ticket_new.send')}
              </Button>
            </WriteBox>
          </div>
        </div>
      </form>
    </>
  )
}

/** Why a new ticket was not sent; for `already_open`, with a link to the open ticket. */
function NotSent({ error }: { error: Error | null }) {
  const t = useT()
  if (!(error instanceof ApiError)) return null
  if (error.code !== 'ticket.already_open') return <Banner tone="bad" title={error.message} />
  const { id } = error.details as { id: number | null }
  return (
    <Banner
      tone="warn"
      title={error.message}
      action={
        id !== null && (
          <Button component={PathLink} to={`/user/ticket/${id}`} variant="default">
            {t('ticket_new.go')}
          </Button>
        )
      }
    />
  )
}
