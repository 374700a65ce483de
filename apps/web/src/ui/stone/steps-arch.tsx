import { archStones } from './arch.ts'
import styles from './steps-arch.module.css'

interface StepsArchProps {
  steps: ('done' | 'now' | 'ahead')[]
  /** Whether it stands on shafts, which a tall box cuts off. */
  hasShafts?: boolean
  className?: string | undefined
}

/** One stone a step, left to right, with the number done. */
export function StepsArch({ steps, hasShafts = false, className = '' }: StepsArchProps) {
  const stones = archStones({ outer: 145, inner: 91, ring: steps.length, legs: 0, foot: 0, gap: 8 })
  return (
    <svg className={`${styles['arch']} ${className}`} viewBox={hasShafts ? '-160 -160 320 720' : '-160 -156 320 162'} aria-hidden>
      {hasShafts && <path className={styles['shafts']} d="M-145 4H-91V560H-145ZM91 4H145V560H91Z" />}
      {stones.map((stone, at) => (
        <g key={stone.d} data-kind={steps[at]}>
          <path d={stone.d} />
          <text x={stone.x} y={stone.y}>
            {at + 1}
          </text>
        </g>
      ))}
      <text className={styles['count']} y={-12}>
        {steps.filter((step) => step === 'done').length}/{steps.length}
      </text>
    </svg>
  )
}
