import { archOpening, archStones } from './arch.ts'
import styles from './drawing.module.css'

const STONES = archStones({ outer: 58.5, inner: 41.5, ring: 9, legs: 2, foot: 36, gap: 4.6 })
const MISSING = STONES.length - 5

export type DrawingName = 'receipt' | 'bell' | 'search' | 'start' | 'broken' | 'done'

/** An arch of stones in one of six states, above the sentence of an empty page. */
export function Drawing({ name }: { name: DrawingName }) {
  const hasSky = name === 'receipt' || name === 'bell' || name === 'done'
  return (
    <svg className={styles['drawing']} viewBox="-84 -64 168 104" aria-hidden>
      {hasSky && <path data-part="sky" d={archOpening(39, 36)} />}
      {name === 'done' && <path data-part="warm" d="M-20 36a20 20 0 0 1 40 0z" />}
      {STONES.map((stone, i) => (
        <path key={stone.d} d={stone.d} data-part={partOf(name, i)} />
      ))}
      {name === 'receipt' && <path data-part="line" d="M-15-18h30v42l-6-4-4.5 4-4.5-4-4.5 4-4.5-4-6 4zM-7-7H7M-7 1H7" />}
      {name === 'bell' && (
        <>
          <path data-part="line" d="M0-39v17M-14 8V-5a14 14 0 0 1 28 0V8l4 6h-36zM-4 20a4.5 4.5 0 0 0 8 0" />
          <circle data-part="warm" cx="14" cy="-14" r="5" />
        </>
      )}
      {name === 'search' && <path data-part="accent" d="M-9-7H9L7 7H-7z" transform="translate(66 27) rotate(18)" />}
      {name === 'start' && <path data-part="accent" d="M-11 22h22v14h-22z" />}
      {name === 'broken' && (
        <>
          <path data-part="stone" d="M-9-7H9V7H-9z" transform="translate(22 27) rotate(74)" />
          <path data-part="stone" d="M-10-7h20V7h-20z" transform="translate(46 29) rotate(8)" />
          <path data-part="stone" d="M-9-6H9V6H-9z" transform="translate(34 14) rotate(-14)" />
          <path data-part="warm" d="M-8-7H8V7H-8z" transform="translate(68 28) rotate(-22)" />
        </>
      )}
      <path data-part="ground" d="M-84 36.5H84" />
    </svg>
  )
}

function partOf(name: DrawingName, i: number): string {
  if (name === 'done') return 'accent'
  if (name === 'search') return i === MISSING ? 'dash' : 'stone'
  if (name === 'start') return i < 2 || i >= STONES.length - 2 ? 'stone' : 'dash'
  if (name === 'broken') return i > 5 ? 'gone' : 'stone'
  return 'stone'
}
