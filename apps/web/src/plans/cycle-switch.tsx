import type { Period } from '@portico/contract/periods'
import { useT } from '../i18n.ts'
import { fadeEdges } from '../ui/sections/fade-edges.ts'
import styles from './cycle-switch.module.css'

interface CycleSwitchProps {
  cycles: Period[]
  /** Saving of a period over all plans, in percent. */
  savingsOf: (period: Period) => { least: number; most: number }
  value: Period
  onChange: (next: Period) => void
}

/** Chooses the period whose prices are shown. */
export function CycleSwitch({ cycles, savingsOf, value, onChange }: CycleSwitchProps) {
  const t = useT()
  return (
    <fieldset className={styles['cycles']} ref={fadeEdges}>
      <legend className="visually-hidden">{t('price.cycle')}</legend>
      {cycles.map((cycle) => (
        <label key={cycle}>
          <input type="radio" name="cycle" checked={cycle === value} onChange={() => onChange(cycle)} />
          <span>
            {t(`period.${cycle}`)}
            <Saving {...savingsOf(cycle)} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Saving({ least, most }: { least: number; most: number }) {
  const t = useT()
  if (most === 0) return null
  return <small> {t(least === most ? 'price.saves' : 'price.saves_up_to', { percent: most })}</small>
}
