import { Button, Textarea } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { adminAddNote, adminListNotes, adminRemoveNote, type MemberNote } from '@portico/contract/member-notes-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { useSave } from '../../ui/use-save.ts'
import { MemberForm } from './member-form.tsx'
import styles from './member.module.css'

/** Notes of staff about a member: one that is always in sight, and dated ones. */
export function NotesTab({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const query = useQuery(get(adminListNotes, { params: { id: user.id } }))
  const writes = may('members.write') && !user.closed
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  return (
    <div className="sections">
      {writes && <NewNote id={user.id} />}
      {query.data?.items.length === 0 && <p className="quiet">{t('member_page.no_notes')}</p>}
      <ul className={styles['notes']}>
        {query.data?.items.map((note) => (
          <Note key={note.id} note={note} mayRemove={writes} />
        ))}
      </ul>
      {writes && (
        <MemberForm user={user}>
          {(form) => (
            <FormSection title={t('member_page.pinned')} text={t('member_page.pinned_text')}>
              <Textarea autosize minRows={2} maxLength={1000} {...fieldOf(form, 'remarks', t('user_manage.remarks'))} />
            </FormSection>
          )}
        </MemberForm>
      )}
    </div>
  )
}

function NewNote({ id }: { id: number }) {
  const t = useT()
  const form = useMarkedForm({ initialValues: { text: '' }, validate: (values) => schemaErrors(adminAddNote.body, values) })
  const save = useSave({
    form,
    send: (body: { text: string }) => call(adminAddNote, { params: { id }, body }),
    changes: [adminListNotes, adminMemberTimeline],
    after: () => form.reset(),
  })
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Textarea autosize minRows={2} maxLength={1000} {...fieldOf(form, 'text', t('member_page.new_note'))} />
      <div className="row">
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('member_page.add_note')}
        </Button>
      </div>
    </form>
  )
}

function Note({ note, mayRemove }: { note: MemberNote; mayRemove: boolean }) {
  const t = useT()
  const remove = useSave({
    ask: { title: t('member_page.remove_note_title'), text: note.text, confirm: t('member_page.remove_note'), danger: true },
    send: () => call(adminRemoveNote, { params: { id: note.id } }),
    done: t('member_page.note_removed'),
    changes: [adminListNotes, adminMemberTimeline],
  })
  return (
    <li>
      <span>
        {note.text}
        <small>
          {note.author} · <DateTime value={note.at} />
        </small>
      </span>
      {mayRemove && (
        <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('member_page.remove_note')}
        </Button>
      )}
    </li>
  )
}
