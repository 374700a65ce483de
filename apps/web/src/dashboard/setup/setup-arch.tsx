import { archStones } from '../../ui/stone/arch.ts'
import styles from './setup.module.css'

const LEGS = 3

/** One stone for each step, from left to right over the keystone, the site's address. `isOpen`: that one can be reached. */
export function SetupArch({ done, isOpen }: { done: boolean[]; isOpen: boolean }) {
  const ring = done.length + (done.length % 2 === 0 ? 1 : 0)
  const stones = archStones({ outer: 145, inner: 91, ring, legs: LEGS, foot: 72 * LEGS, gap: 8 })
  const middle = (ring - 1) / 2
  const now = done.indexOf(false)
  // With an odd number of steps the stone in the middle is one of them.
  const isSign = (at: number): boolean => at === middle && ring > done.length
  const stepAt = (at: number): number => (ring > done.length && at > middle ? at - 1 : at)
  const kindOf = (i: number): string => {
    const at = i - LEGS
    if (at < 0 || at >= ring) return 'base'
    if (isSign(at)) return isOpen ? 'done' : 'now'
    const step = stepAt(at)
    return done[step] ? 'done' : step === now ? 'now' : 'ahead'
  }
  return (
    <svg className={styles['arch']} viewBox="-160 -160 320 370" preserveAspectRatio="xMidYMin slice" aria-hidden>
      {stones.map((stone, i) => {
        const at = i - LEGS
        const isStep = at >= 0 && at < ring && !isSign(at)
        return (
          <g key={stone.d} data-kind={kindOf(i)}>
            <path d={stone.d} />
            {isStep && (
              <text x={stone.x} y={stone.y}>
                {stepAt(at) + 1}
              </text>
            )}
            {isSign(at) && <path data-part="sign" d="M-9-109v-9a9 9 0 0 1 18 0v9M-3.5-109v-8.500a3.500 3.500 0 0 1 7 0v8.500" />}
          </g>
        )
      })}
    </svg>
  )
}
