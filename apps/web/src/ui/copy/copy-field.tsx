import { CopyButton } from './copy-button.tsx'
import styles from './copy-field.module.css'

/** A text to use elsewhere, such as a link, with a button that copies it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <div className="row">
      <input className={styles['text']} readOnly value={text} aria-label={label} onFocus={(event) => event.target.select()} />
      <CopyButton text={text} />
    </div>
  )
}
