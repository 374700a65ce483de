import { useEffect, useState } from 'react'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { Field } from '../ui/plain/field.tsx'
import type { PlainForm } from '../ui/plain/plain-form.ts'
import styles from './auth.module.css'
import { addressText, type CodeInUse } from './use-code.ts'

/** Six digits, with the ways out: another code after a minute, or another address. */
export function CodeField({ code, form }: { code: CodeInUse; form: PlainForm<'code'> }) {
  const t = useT()
  const { sent } = code
  const left = useSecondsUntil(sent?.again ?? 0)
  const [isSending, setIsSending] = useState(false)
  if (!sent) return null
  const again = async (): Promise<void> => {
    setIsSending(true)
    try {
      await code.send(sent.to)
      form.set('code', '')
      showToast({ kind: 'success', message: t('entry.sent_again', { address: addressText(sent.to) }) })
    } catch {
      // The call has shown why.
    } finally {
      setIsSending(false)
    }
  }
  return (
    <div className={styles['code']}>
      <Field
        label={t('entry.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        // A code may be pasted with spaces.
        maxLength={20}
        {...form.field('code')}
        onChange={({ target }) => form.set('code', target.value.replace(/\D/g, '').slice(0, 6))}
      />
      <p className={styles['ways']}>
        <button type="button" className="text-button" disabled={left > 0 || isSending} onClick={() => void again()}>
          {left > 0 ? t('entry.again_in', { n: left }) : t('entry.again')}
        </button>
        <button type="button" className="text-button" onClick={code.change}>
          {t('email' in sent.to ? 'entry.change_email' : 'entry.change_phone')}
        </button>
      </p>
    </div>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= time) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [time])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
