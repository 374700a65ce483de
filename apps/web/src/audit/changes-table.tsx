import type { FieldChange } from '@portico/contract/audit-admin'
import { useT } from '../i18n.ts'
import { Folded } from '../ui/format/folded.tsx'
import { fieldText } from './field-text.ts'
import styles from './audit.module.css'

/** Each changed field with its old and new value. Nested values are JSON. */
export function ChangesTable({ entity, changes }: { entity: string; changes: FieldChange[] }) {
  const t = useT()
  if (changes.length === 0) return <p className="quiet small">{t('log.no_changes')}</p>
  return (
    <table className={styles['changes']} aria-label={t('log.changes')}>
      <thead>
        <tr>
          <th>{t('log.field')}</th>
          <th>{t('log.old')}</th>
          <th>{t('log.new')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row" title={change.field || undefined}>
              {change.field ? fieldText(entity, change.field) : t('log.whole')}
            </th>
            <td data-label={t('log.old')}>
              <Value value={change.before} />
            </td>
            <td data-label={t('log.new')}>
              <Value value={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: FieldChange['before'] }) {
  if (value === undefined || value === null) return <span className={styles['none']}>{value === null ? 'null' : '–'}</span>
  return <Folded text={typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 2)} />
}
