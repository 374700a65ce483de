import { stopRenewal } from '@portico/contract/saved-cards'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useState } from 'react'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { ApiError, call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { usePlainForm } from '../ui/plain/plain-form.ts'

/** A failure is shown in its place, so no message is needed. */
const QUIET = { background: true }

/** Behind the link in the announcement of a new price. Nothing happens before the button is pressed. */
export function StopRenewalCard({ token }: { token: string }) {
  const t = useT()
  const [state, setState] = useState<'asked' | 'done' | 'wrong'>('asked')
  const form = usePlainForm(z.object({}), {}, async () => {
    try {
      await call(stopRenewal, { body: { token } }, QUIET)
      setState('done')
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.status !== 422)) throw error
      setState('wrong')
    }
  })
  if (state !== 'asked') {
    const isDone = state === 'done'
    return (
      <EntryCard
        title={t(isDone ? 'stop.renewal_done' : 'stop.wrong')}
        text={t(isDone ? 'stop.renewal_done_text' : 'stop.renewal_wrong_text')}
      >
        <Link to="/user/center" className={buttonClass('outline', 'large', 'wide')}>
          {t('stop.renewal_view')}
        </Link>
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('stop.renewal_ask')} text={t('stop.renewal_ask_text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t('stop.renewal')}
        </button>
      </form>
    </EntryCard>
  )
}
