import { readStop, stopReminders } from '@portico/contract/reminders'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { EntryCard } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './stop-card.module.css'

/** A failure is shown in its place, so no message is needed. */
const QUIET = { background: true }
type State = z.infer<typeof readStop.response>

/** Behind the link in a reminder. Nothing happens before the button is pressed, because mail programs open links on their own. */
export function StopCard({ token }: { token: string }) {
  const t = useT()
  const [state, setState] = useState<State | 'wrong' | null>(null)
  const [sending, setSending] = useState(false)
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    void call(readStop, { query: { token } }, QUIET)
      .catch(() => 'wrong' as const)
      .then(setState)
  }, [token])
  if (state === null) return <EntryCard title="" text={t('state.loading')} />
  const choose = (
    <Link to="/user/reminders" className={buttonClass('outline', 'large', 'wide')}>
      {t('stop.choose')}
    </Link>
  )
  if (state === 'wrong') {
    return (
      <EntryCard title={t('stop.wrong')} text={t('stop.wrong_text')}>
        {choose}
      </EntryCard>
    )
  }
  const kind = t(`stop.kind_${state.kind}`)
  const turn = async (on: boolean): Promise<void> => {
    setSending(true)
    try {
      setState(await call(stopReminders, { body: { token, on } }))
      setPressed(true)
    } catch {
      // The call has shown why.
    } finally {
      setSending(false)
    }
  }
  const [title, text] = state.on
    ? [pressed ? t('stop.on_again') : t('stop.ask', { kind }), t('stop.ask_text')]
    : [t('stop.off', { kind }), t('stop.off_text')]
  return (
    <EntryCard title={title} text={text}>
      <div className={styles['ways']}>
        <button
          type="button"
          className={buttonClass(state.on && !pressed ? 'primary' : 'outline', 'large', 'wide')}
          disabled={sending}
          onClick={() => void turn(!state.on)}
        >
          {t(state.on ? 'stop.stop' : 'stop.start')}
        </button>
        {choose}
      </div>
    </EntryCard>
  )
}
