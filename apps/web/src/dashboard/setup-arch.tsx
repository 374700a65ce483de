import { archStones } from '../ui/stone/arch.ts'
import styles from './setup.module.css'

const LEGS = 3

/** One stone for each step, from both feet to the keystone, which is set by the last one. */
export function SetupArch({ done }: { done: boolean[] }) {
  // With an odd number of steps the last of them is the keystone.
  const ring = done.length + (done.length % 2 === 0 ? 1 : 0)
  const stones = archStones({ outer: 145, inner: 91, ring, legs: LEGS, foot: 206, gap: 8 })
  const middle = (ring - 1) / 2
  const now = done.indexOf(false)
  const kindOf = (i: number): string => {
    const at = i - LEGS
    if (at < 0 || at >= ring) return 'base'
    const step = stepAt(at, ring)
    if (step === done.length) return now < 0 ? 'done' : 'ahead'
    return done[step] ? 'done' : step === now ? 'now' : 'ahead'
  }
  return (
    <svg className={styles['arch']} viewBox="-160 -160 320 372" aria-hidden>
      {stones.map((stone, i) => {
        const at = i - LEGS
        const isStep = at >= 0 && at < ring && stepAt(at, ring) < done.length
        return (
          <g key={stone.d} data-kind={kindOf(i)}>
            <path d={stone.d} />
            {isStep && (
              <text x={stone.x} y={stone.y}>
                {stepAt(at, ring) + 1}
              </text>
            )}
            {at === middle && !isStep && (
              <path data-part="sign" d="M-9-109v-9a9 9 0 0 1 18 0v9M-3.5-109v-8.500a3.500 3.500 0 0 1 7 0v8.500" />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** Which step a stone of the vault stands for: they alternate from left to right, and meet in the middle. */
function stepAt(at: number, ring: number): number {
  return Math.min(2 * at, 2 * (ring - 1 - at) + 1)
}
