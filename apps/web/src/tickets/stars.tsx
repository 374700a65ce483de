import { useId } from 'react'
import { useT } from '../i18n.ts'
import styles from './stars.module.css'

const SCORES = [1, 2, 3, 4, 5] as const

/** A score from 1 to 5, built of stones; 0: none yet. */
export function Stars({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const t = useT()
  const name = useId()
  return (
    <fieldset className={styles['stars']}>
      <legend>{label}</legend>
      <div>
        {SCORES.map((score) => (
          <label key={score} data-on={score <= value || undefined}>
            <input type="radio" className="visually-hidden" name={name} checked={score === value} onChange={() => onChange(score)} />
            <span aria-hidden />
            <span className="visually-hidden">{t(`ticket_score.${score}`)}</span>
          </label>
        ))}
        {value > 0 && <em aria-hidden>{t(`ticket_score.${SCORES[value - 1] ?? 1}`)}</em>}
      </div>
    </fieldset>
  )
}
