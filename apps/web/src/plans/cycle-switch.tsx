import type { Period } from '@portico/contract/periods'
import { useT } from '../i18n.ts'
import { fadeEdges } from '../ui/sections/fade-edges.ts'
import styles from './cycle-switch.module.css'

/** Chooses the period whose prices are shown. */
export function CycleSwitch({ cycles, value, onChange }: { cycles: Period[]; value: Period; onChange: (next: Period) => void }) {
  const t = useT()
  return (
    <fieldset className={styles['cycles']} ref={fadeEdges}>
      <legend className="visually-hidden">{t('price.cycle')}</legend>
      {cycles.map((cycle) => (
        <label key={cycle}>
          <input type="radio" name="cycle" checked={cycle === value} onChange={() => onChange(cycle)} />
          <span>{t(`period.${cycle}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
