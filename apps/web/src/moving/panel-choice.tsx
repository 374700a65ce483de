import type { ImportPanel } from '@portico/contract/imports-admin'
import { useT } from '../i18n.ts'
import styles from './moving.module.css'

/** The first letters of each panel, as a sign. */
const SIGNS: Record<ImportPanel['source'], string> = {
  v2board: 'V2',
  xboard: 'XB',
  '3x-ui': '3X',
  marzban: 'MZ',
  pasarguard: 'PG',
  sspanel: 'SS',
  remnawave: 'RW',
  csv: 'CSV',
}

interface PanelChoiceProps {
  panels: readonly ImportPanel[]
  value: string
  onChange: (source: string) => void
}

/** The panels that can be moved, each with its sign. */
export function PanelChoice({ panels, value, onChange }: PanelChoiceProps) {
  const t = useT()
  return (
    <fieldset className={styles['panels']}>
      <legend>{t('moving.panel')}</legend>
      {panels.map(({ source, title }) => (
        <label key={source}>
          <input type="radio" name="panel" checked={source === value} onChange={() => onChange(source)} />
          <span className={styles['sign']} aria-hidden>
            {SIGNS[source]}
          </span>
          {title}
        </label>
      ))}
    </fieldset>
  )
}
