import styles from './page-intro.module.css'

/** How a public page begins: what it is, and a sentence about it. */
export function PageIntro({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles['intro']}>
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  )
}
