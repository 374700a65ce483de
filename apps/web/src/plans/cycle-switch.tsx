import type { Period } from '@portico/contract/periods'
import { useT } from '../i18n.ts'
import { fadeEdges } from '../ui/sections/fade-edges.ts'
import styles from './cycle-switch.module.css'

interface CycleSwitchProps {
  cycles: Period[]
  /** What a period saves on every plan, in percent. */
  savingOf: (period: Period) => number
  value: Period
  onChange: (next: Period) => void
}

/** Chooses the period whose prices are shown. */
export function CycleSwitch({ cycles, savingOf, value, onChange }: CycleSwitchProps) {
  const t = useT()
  return (
    <fieldset className={styles['cycles']} ref={fadeEdges}>
      <legend className="visually-hidden">{t('price.cycle')}</legend>
      {cycles.map((cycle) => (
        <label key={cycle}>
          <input type="radio" name="cycle" checked={cycle === value} onChange={() => onChange(cycle)} />
          <span>
            {t(`period.${cycle}`)}
            {savingOf(cycle) > 0 && <small> −{savingOf(cycle)}%</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
