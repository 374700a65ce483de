import { archStones } from '../../ui/stone/arch.ts'
import styles from './setup.module.css'

/** As many as the list beside the arch may need; those below are cut off. */
const LEGS = 7

/** Where the site's address stands among the steps: it can be set at any time. */
export const addressPlace = (steps: readonly unknown[]): number => Math.floor(steps.length / 2)

/** One stone for each step, from left to right over the keystone, the site's address, with how many are set. `isOpen`: that one can be reached. */
export function SetupArch({ done, isOpen }: { done: boolean[]; isOpen: boolean }) {
  const address = addressPlace(done)
  const all = done.toSpliced(address, 0, isOpen)
  const first = all.findIndex((one, i) => !one && i !== address)
  // The address is next once nothing else is left.
  const now = first < 0 ? address : first
  const stones = archStones({ outer: 145, inner: 91, ring: all.length, legs: LEGS, foot: 72 * LEGS, gap: 8 })
  const kindOf = (at: number): string => {
    if (all[at] === undefined) return 'base'
    if (all[at]) return 'done'
    return at === now ? 'now' : 'ahead'
  }
  return (
    <svg className={styles['arch']} viewBox="-160 -160 320 720" aria-hidden>
      {stones.map((stone, i) => {
        const at = i - LEGS
        return (
          <g key={stone.d} data-kind={kindOf(at)}>
            <path d={stone.d} />
            {all[at] !== undefined && (
              <text x={stone.x} y={stone.y}>
                {at + 1}
              </text>
            )}
          </g>
        )
      })}
      <text className={styles['count']} y={-12}>
        {all.filter(Boolean).length}/{all.length}
      </text>
    </svg>
  )
}
