import styles from './folded.module.css'

const SHORT = 120

/** Monospaced text; a long one is folded. */
export function Folded({ text }: { text: string }) {
  if (text.length <= SHORT) return <span className={styles['text']}>{text}</span>
  return (
    <details className={styles['folded']}>
      <summary>{text.slice(0, SHORT)}…</summary>
      <pre>{text}</pre>
    </details>
  )
}
