import styles from './face.module.css'

/** A person: their picture or the first letter of their name, in an arch. */
export function Face({ name, picture = '', large = false }: { name: string; picture?: string; large?: boolean }) {
  return (
    <span className={styles['face']} data-large={large || undefined} aria-hidden>
      {picture ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}
    </span>
  )
}
