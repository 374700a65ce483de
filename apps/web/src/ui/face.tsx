import styles from './face.module.css'

/** The server's picture of initials cannot use our font, so the letter is drawn here. */
const INITIALS = 'data:image/svg+xml'

const TONES = 4

/** Colour number of a name, always the same, to tell people with one letter apart. */
function toneOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % TONES
}

interface FaceProps {
  name: string
  picture?: string
  large?: boolean
  /** true: staff, in the site's colour. */
  isStaff?: boolean
}

/** A person: their picture or the first letter of their name, in an arch. */
export function Face({ name, picture = '', large = false, isStaff = false }: FaceProps) {
  return (
    <span className={styles['face']} data-large={large || undefined} data-tone={isStaff ? 'staff' : toneOf(name)} aria-hidden>
      {picture && !picture.startsWith(INITIALS) ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}
    </span>
  )
}
