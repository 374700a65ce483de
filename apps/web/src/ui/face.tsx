import styles from './face.module.css'

/** The server's picture of initials cannot use our font, so the letter is drawn here. */
const INITIALS = 'data:image/svg+xml'

const TONES = 4

/** The same name always has the same colour. It shows who is who among people with the same letter. */
function toneOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % TONES
}

/** A person: their picture or the first letter of their name, in an arch. */
export function Face({ name, picture = '', large = false }: { name: string; picture?: string; large?: boolean }) {
  return (
    <span className={styles['face']} data-large={large || undefined} data-tone={toneOf(name)} aria-hidden>
      {picture && !picture.startsWith(INITIALS) ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}
    </span>
  )
}
