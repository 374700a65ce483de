import styles from './game-picture.module.css'

/** A game's picture, or the first letter of its name. */
export function GamePicture({ name, picture, small = false }: { name: string; picture: string | null; small?: boolean }) {
  return (
    <span className={styles['picture']} data-small={small || undefined} aria-hidden>
      {picture ? <img src={picture} alt="" loading="lazy" /> : Array.from(name)[0]}
    </span>
  )
}
