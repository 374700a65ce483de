import { type KeyboardEvent, type PointerEvent, useState } from 'react'

const back = (at: number): number => Math.max(0, at - 1)
const on = (at: number, last: number): number => Math.min(last, at + 1)
// Up and down too: screen readers of phones press them for a swipe.
const STEPS: Record<string, (at: number, last: number) => number | null> = {
  ArrowLeft: back,
  ArrowDown: back,
  ArrowRight: on,
  ArrowUp: on,
  Home: () => 0,
  End: (_, last) => last,
  Escape: () => null,
}

/**
 * One of `count` marks side by side, chosen by pointer, finger or keys; null: none. `props` make their element a slider that cannot be
 * moved: its value is the mark, and `textOf` says it. `first`: where keys begin.
 */
export function useChosen(count: number, first: number, textOf: (at: number) => string) {
  const [picked, setPicked] = useState<number | null>(null)
  const last = count - 1
  const chosen = picked === null ? null : Math.min(picked, last)
  const at = chosen ?? first
  const point = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPicked(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * count))))
  }
  const props = {
    role: 'slider',
    tabIndex: 0,
    'aria-readonly': true,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': textOf(at),
    onKeyDown: (event: KeyboardEvent): void => {
      const to = STEPS[event.key]?.(at, last)
      // Where nothing is chosen, Escape is meant for what lies around it.
      if (to === undefined || (to === null && chosen === null)) return
      event.preventDefault()
      event.stopPropagation()
      setPicked(to)
    },
    onFocus: ({ currentTarget }: { currentTarget: Element }): void => {
      if (currentTarget.matches(':focus-visible')) setPicked(at)
    },
    onBlur: () => setPicked(null),
    onPointerMove: point,
    onPointerDown: point,
    // A finger that is lifted leaves its value in sight.
    onPointerLeave: ({ pointerType }: PointerEvent): void => {
      if (pointerType !== 'touch') setPicked(null)
    },
  } as const
  return { chosen, props }
}
