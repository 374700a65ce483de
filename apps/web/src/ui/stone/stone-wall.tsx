import styles from './stone-wall.module.css'

const [WIDTH, HEIGHT, ROW, GAP] = [200, 160, 20, 4]
/** How often a stone is lit, of sixteen. */
const LIGHTS = [...Array.from({ length: 12 }, () => undefined), 'pale', 'pale', 'pale', 'bright']

interface Brick {
  x: number
  y: number
  width: number
  light: string | undefined
}

/** A wall of stones that is always the same for a name: stands for its missing picture. Decoration only. */
export function StoneWall({ of, className }: { of: string; className?: string | undefined }) {
  return (
    <svg
      className={`${styles['wall']} ${className ?? ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      {bricksOf(of).map(({ light, ...brick }) => (
        <rect key={`${brick.x} ${brick.y}`} {...brick} height={ROW - GAP} rx={2} data-light={light} />
      ))}
    </svg>
  )
}

function bricksOf(name: string): Brick[] {
  const next = numbersFrom(name)
  return Array.from({ length: HEIGHT / ROW }, (_, row) => {
    const bricks: Brick[] = []
    for (let x = -next(24); x < WIDTH;) {
      const width = 24 + next(28)
      bricks.push({ x, y: row * ROW + GAP / 2, width, light: LIGHTS[next(LIGHTS.length)] })
      x += width + GAP
    }
    return bricks
  }).flat()
}

/** Numbers from 0 up to a limit that look random and depend only on the text. */
function numbersFrom(text: string): (limit: number) => number {
  let state = 2_166_136_261
  const mix = (code: number): void => {
    state = Math.imul(state ^ code, 16_777_619) >>> 0
  }
  for (const letter of text) mix(letter.codePointAt(0) ?? 0)
  return (limit) => {
    mix(state >>> 13)
    return (state >>> 8) % limit
  }
}
