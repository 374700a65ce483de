import { type ReactNode, useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: ReactNode; title?: string | undefined }[]
  onChange: (value: Value) => void
}

/** A choice of few values, all in sight. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <span role="radiogroup" aria-label={label} className={styles['segments']}>
      {options.map((one) => (
        <label key={one.value} title={one.title}>
          <input type="radio" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.label}
        </label>
      ))}
    </span>
  )
}
