import { archStones } from '../../ui/stone/arch.ts'
import styles from './setup.module.css'

/** Position of the site's address among the steps; it can be set at any time. */
export const addressPlace = (steps: readonly unknown[]): number => Math.floor(steps.length / 2)

/** One stone per step, left to right, the address as keystone, with the number done. `isOpen`: the address can be reached. */
export function SetupArch({ done, isOpen }: { done: boolean[]; isOpen: boolean }) {
  const address = addressPlace(done)
  const all = done.toSpliced(address, 0, isOpen)
  const first = all.findIndex((one, i) => !one && i !== address)
  // The address is next once nothing else is left.
  const now = first < 0 ? address : first
  const stones = archStones({ outer: 145, inner: 91, ring: all.length, legs: 0, foot: 0, gap: 8 })
  const kindOf = (at: number): string => {
    if (all[at]) return 'done'
    return at === now ? 'now' : 'ahead'
  }
  return (
    <svg className={styles['arch']} viewBox="-160 -160 320 720" aria-hidden>
      <path className={styles['shafts']} d="M-145 4H-91V560H-145ZM91 4H145V560H91Z" />
      {stones.map((stone, at) => (
        <g key={stone.d} data-kind={kindOf(at)}>
          <path d={stone.d} />
          <text x={stone.x} y={stone.y}>
            {at + 1}
          </text>
        </g>
      ))}
      <text className={styles['count']} y={-12}>
        {all.filter(Boolean).length}/{all.length}
      </text>
    </svg>
  )
}
