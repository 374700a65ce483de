import { useEffect, useState } from 'react'
import { archOpening, archStones } from '../../ui/stone/arch.ts'
import styles from './opened.module.css'

const STONES = archStones({ outer: 148.5, inner: 107.5, ring: 9, legs: 3, foot: 96, gap: 7 })
/** Milliseconds from stone to stone, from both feet up; 600 ms in all. */
const STEP_MS = 55

/** The arch a payment opens. It waits dark; when the order is opened its stones light up, and then the sky. Once for each order. */
export function LitArch({ tradeNo, lit }: { tradeNo: string; lit: boolean }) {
  const [isFirst] = useState(() => sessionStorage.getItem('lit') !== tradeNo)
  useEffect(() => {
    if (lit) sessionStorage.setItem('lit', tradeNo)
  }, [lit, tradeNo])
  return (
    <svg className={styles['arch']} viewBox="-170 -160 340 258" data-lit={lit || undefined} data-first={isFirst || undefined} aria-hidden>
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="color-mix(in oklab, var(--accent) 55%, var(--ink))" />
          <stop offset=".55" stopColor="color-mix(in oklab, var(--accent) 60%, #fff)" />
          <stop offset=".85" stopColor="var(--warm-light)" />
          <stop offset="1" stopColor="var(--warm)" />
        </linearGradient>
      </defs>
      {lit && <path className={styles['sky']} d={archOpening(103, 98)} fill="url(#sky)" />}
      {STONES.map((stone, i) => (
        <path
          key={stone.d}
          className={styles['stone']}
          d={stone.d}
          style={{ animationDelay: `${Math.min(i, STONES.length - 1 - i) * STEP_MS}ms` }}
        />
      ))}
    </svg>
  )
}
