import { readReminders } from '@portico/contract/reminders'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { KindTable } from './kind-table.tsx'
import { MailState } from './mail-state.tsx'
import { PushBrowsers } from './push-browsers.tsx'
import { QuietForm } from './quiet-form.tsx'

const reminders = () => get(readReminders, {})

export const Route = createFileRoute('/_signed-in/user/reminders')({
  loader: () => prefetch(reminders()),
  component: RemindersPage,
  staticData: { title: 'title.reminders' },
})

/** Page of reminders: what, where and when. */
function RemindersPage() {
  const t = useT()
  const { data } = useSuspenseQuery(reminders())
  return (
    <>
      <PageHeader title={t('title.reminders')} text={t('reminders.text')} />
      <div className="sections">
        <PushBrowsers push={data.push} />
        <KindTable reminders={data} />
        <QuietForm quiet={data.quiet} />
        {data.mail.is_set_up && <MailState mail={data.mail} />}
      </div>
    </>
  )
}
