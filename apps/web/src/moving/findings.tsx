import { FINDING_ROWS, type Import, type ImportFinding } from '@portico/contract/imports-admin'
import { useT } from '../i18n.ts'
import { Segments } from '../ui/plain/segments.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './moving.module.css'

const LEVELS = ['stop', 'ask', 'note'] as const

interface FindingsProps {
  of: Import
  choices: Record<string, string>
  /** Absent: nothing can be chosen any more. */
  onChoose?: (code: string, choice: string) => void
}

/** What is odd in the old database, gravest first: where, what becomes of it, and what can be chosen. */
export function Findings({ of: { findings }, choices, onChoose }: FindingsProps) {
  const t = useT()
  if (findings.length === 0) return <p>{t('moving.nothing_odd')}</p>
  return LEVELS.map((level) => {
    const some = findings.filter((one) => one.level === level)
    return (
      some.length > 0 && (
        <div key={level}>
          <p className={styles['level']}>{t(`moving.level_${level}`)}</p>
          <ul className={styles['findings']}>
            {some.map((one) => (
              <Finding key={one.code} of={one} choice={choices[one.code] ?? one.choice} onChoose={onChoose} />
            ))}
          </ul>
        </div>
      )
    )
  })
}

function Finding({ of, choice, onChoose }: { of: ImportFinding; choice: string | null; onChoose: FindingsProps['onChoose'] }) {
  const t = useT()
  const { code, level, title, outcome, count, rows, choices } = of
  return (
    <li>
      <header>
        <h3>{title}</h3>
        <StatusBadge tone={level === 'stop' ? 'bad' : level === 'ask' ? 'warn' : 'quiet'} label={t('moving.times', { n: count })} />
      </header>
      <p>{outcome}</p>
      {choices.length > 0 && !onChoose && <p>{choices.find(({ value }) => value === choice)?.text}</p>}
      {choices.length > 0 && onChoose && (
        <div>
          <Segments
            label={title}
            value={choice ?? choices[0]?.value ?? ''}
            options={choices.map(({ value, text }) => ({ value, label: text }))}
            onChange={(next) => onChoose(code, next)}
          />
        </div>
      )}
      {rows.length > 0 && (
        <details>
          <summary>{count > FINDING_ROWS ? t('moving.first_rows', { n: FINDING_ROWS }) : t('moving.rows')}</summary>
          <ul className={styles['rows']}>
            {rows.map(({ row, what }) => (
              <li key={`${row} ${what}`}>
                <code>{row}</code> <span>{what}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
