import { plainCode } from '@portico/contract/typed-code'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { Field } from '../ui/plain/field.tsx'
import type { PlainForm } from '../ui/plain/plain-form.ts'
import styles from './auth.module.css'
import { addressText, type CodeInUse } from './use-code.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'

/** Six digits, with the ways out: another code after a minute, or another address. */
export function CodeField({ code, form }: { code: CodeInUse; form: PlainForm<'code'> }) {
  const t = useT()
  const { sent } = code
  const left = useSecondsUntil(Math.max(sent?.again ?? 0, code.refusedUntil))
  const [isSending, setIsSending] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  // This step replaces the one that had the focus.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [])
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
    <div ref={ref} className={styles['code']}>
      <Field
        label={t('entry.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        // A code may be pasted with spaces.
        maxLength={20}
        {...form.field('code')}
        onChange={({ target }) => form.set('code', plainCode(target.value).replace(/\D/g, '').slice(0, 6))}
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
