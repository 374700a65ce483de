import { useMemo } from 'react'
import { useT } from '../i18n.ts'
import { changesOnly, lineDiff } from './line-diff.ts'
import styles from './templates.module.css'

const SIGNS = { same: ' ', added: '+', removed: '−' }

/** The changes from one text to another. */
export function TemplateDiff({ before, after }: { before: string; after: string }) {
  const t = useT()
  const lines = useMemo(() => changesOnly(lineDiff(before, after), 3), [before, after])
  if (before === after) return <p className="quiet">{t('templates.no_difference')}</p>
  return (
    <pre className={styles['output']}>
      {lines.map((line, index) => (
        <div key={index} data-kind={line?.kind ?? 'left_out'}>
          {line ? `${SIGNS[line.kind]} ${line.text}` : '⋯'}
        </div>
      ))}
    </pre>
  )
}
