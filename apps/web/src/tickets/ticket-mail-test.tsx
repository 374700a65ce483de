import { Button } from '@mantine/core'
import { adminListTicketMails, adminTestTicketMail } from '@portico/contract/tickets-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/may.ts'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './tickets.module.css'

/** Below the settings of replies by mail: tries the mailbox that is saved, and shows which mails were refused. */
export function TicketMailTest({ isChanged, disabled }: { isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const may = useMay()
  const test = useSave({ send: () => call(adminTestTicketMail, {}), changes: [adminListTicketMails] })
  const result = test.data?.result
  return (
    <>
      <div className="row">
        <Button variant="default" disabled={disabled || isChanged} loading={test.isPending} onClick={() => test.mutate()}>
          {t('ticket_mail.test')}
        </Button>
        <span className="quiet small">{t(isChanged ? 'ticket_mail.test_unsaved' : 'ticket_mail.test_saved')}</span>
      </div>
      {result && !isChanged && (
        <Banner tone={result === 'works' ? 'good' : result === 'not_set' ? 'info' : 'warn'} title={t(`ticket_mail.test_${result}`)} />
      )}
      {may('tickets.read') && <Refused />}
    </>
  )
}

const SHOWN = 10

function Refused() {
  const t = useT()
  const { data } = useQuery(get(adminListTicketMails, { query: { refused: 'true', page_size: SHOWN } }, { background: true }))
  if (!data || data.refused === 0) return null
  return (
    <details>
      <summary>{t('ticket_mail.refused_total', { n: data.refused })}</summary>
      <ul className={styles['mails']}>
        {data.items.map(({ id, at, sender, refused }) => (
          <li key={id}>
            <DateTime value={at} /> <bdi className="breaks">{sender || '–'}</bdi>
            {refused && <span>{t(`ticket_mail.${refused}`)}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
