import { type InputHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './field.module.css'
import { useOwnValue } from './use-own-value.ts'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
  error?: string | undefined
  /** Shown before the input, in its box. */
  before?: ReactNode
}

/** A labelled input with its own hint and error. Passwords can be shown. */
export function Field({ label, hint, error, before, type = 'text', ...rest }: FieldProps) {
  const t = useT()
  const id = useId()
  const [shown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useOwnValue(input, rest.value)
  const note = error ?? hint
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']}>
        {before}
        <input
          {...rest}
          ref={input}
          id={id}
          type={shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {type === 'password' && (
          <button type="button" className={styles['look']} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'action.hide' : 'action.show')}
            <span className="visually-hidden"> {label}</span>
          </button>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? styles['error'] : styles['hint']}>
          {note}
        </p>
      )}
    </div>
  )
}
