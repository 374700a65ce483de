import { createContext, type KeyboardEvent, type PointerEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'

/** Delays in ms, so that a mouse crossing or slipping neither opens nor closes the menu. */
const OPEN_AFTER_MS = 11
const CLOSE_AFTER_MS = 150

const Leave = createContext<() => void>(() => {})

interface MenuProps {
  /** The name of the button. */
  label: string
  /** `face`: what the button shows; `className`: its classes. */
  face: ReactNode
  className: string
  /** true: the smaller icon button. */
  isSmall?: boolean
  width: number
  /** true: opens under a moving mouse too. */
  onHover?: boolean
  children: ReactNode
}

/** A button with a list of actions below its right end. Opened by a click or a key, it takes the focus and gives it back. */
export function Menu({ label, face, className, isSmall = false, width, onHover = false, children }: MenuProps) {
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState<false | 'hovered' | 'asked'>(false)

  const close = (): void => {
    clearTimeout(timer.current)
    if (list.current?.contains(document.activeElement)) button.current?.focus()
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (open === 'asked') list.current?.focus()
    if (!open) return
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    const point = ({ target }: globalThis.PointerEvent): void => {
      if (target instanceof Node && !holder.current?.contains(target)) close()
    }
    addEventListener('keydown', press)
    addEventListener('pointerdown', point)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', point)
    }
  }, [open])

  const enter = ({ pointerType, movementX, movementY }: PointerEvent): void => {
    clearTimeout(timer.current)
    // A drawer that closes uncovers the button under a pointer at rest. Nobody asked for the menu then.
    if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return
    timer.current = setTimeout(() => setOpen((now) => now || 'hovered'), OPEN_AFTER_MS)
  }
  const leave = (): void => {
    clearTimeout(timer.current)
    if (open !== 'asked') timer.current = setTimeout(close, CLOSE_AFTER_MS)
  }
  return (
    <div ref={holder} className={styles['holder']} {...(onHover && { onPointerMove: enter, onPointerLeave: leave })}>
      <button
        ref={button}
        type="button"
        className={className}
        data-small={isSmall || undefined}
        id={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => (open === 'asked' ? close() : setOpen('asked'))}
      >
        {face}
      </button>
      {open && (
        <div
          ref={list}
          id={`${id}-menu`}
          role="menu"
          aria-labelledby={id}
          tabIndex={-1}
          className={styles['menu']}
          style={{ width }}
          onKeyDown={(event) => move(event, close)}
        >
          <Leave value={close}>{children}</Leave>
        </div>
      )}
    </div>
  )
}

export function MenuItem({ icon, onClick, children }: { icon?: ReactNode; onClick: () => void; children: ReactNode }) {
  const leave = use(Leave)
  const choose = (): void => {
    leave()
    onClick()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles['item']} onClick={choose}>
      {icon}
      <span>{children}</span>
    </button>
  )
}

/** A line of text above the actions. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={styles['label']}>{children}</div>
}

export function MenuLine() {
  return <hr className={styles['line']} />
}

function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  // The button has the focus again before the key moves it on.
  if (event.key === 'Tab') return close()
  const next = nextOf(items, at, event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextOf(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const starts = (item: HTMLElement): boolean => (item.textContent ?? '').trim().toLowerCase().startsWith(key.toLowerCase())
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(starts)
}
