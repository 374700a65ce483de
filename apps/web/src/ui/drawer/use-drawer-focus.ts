import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { dialogsAtEscape } from '../confirm.tsx'

type Direction = 'previous' | 'next'

/** Open drawers, topmost last. */
const stack: object[] = []
/** Passed by a drawer to the one that replaces it at once. */
let left: { opener: HTMLElement | null; step: Direction | null } | null = null
/** The arrow that was just pressed. Some browsers do not focus a button on a click. */
let stepped: Direction | null = null

/**
 * Moves the focus into the drawer, and back to what opened it once it closes. Stepping to another row keeps both the opener and the
 * focus on the arrow. Escape closes the topmost drawer.
 */
export function useDrawerFocus(drawer: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const me = {}
    stack.push(me)
    const opener = left ? left.opener : openerNow()
    const element = drawer.current
    element?.toggleAttribute('data-still', left !== null)
    focusIn(element, left?.step)
    left = null
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && stack.at(-1) === me && isOurs(event)) close.current()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      stack.splice(stack.indexOf(me), 1)
      left = { opener, step: stepped ?? focusedArrow() }
      stepped = null
      queueMicrotask(giveBack)
    }
  }, [drawer])
  return (direction: Direction, go: (() => void) | undefined) => ({
    disabled: go === undefined,
    onClick: () => {
      stepped = direction
      go?.()
    },
  })
}

function focusIn(element: HTMLElement | null, step: Direction | null = null): void {
  const arrow = step && element?.querySelector<HTMLElement>(`[data-step="${step}"]:enabled`)
  const first = arrow ?? element?.querySelector<HTMLElement>('[data-autofocus]') ?? element
  first?.focus({ preventScroll: true })
}

function focusedArrow(): Direction | null {
  const step = document.activeElement?.getAttribute('data-step')
  return step === 'previous' || step === 'next' ? step : null
}

/** Returns the focus after closing without a successor, unless a person moved it. */
function giveBack(): void {
  const opener = left?.opener
  left = null
  const nowhere = document.activeElement === document.body || document.activeElement === null
  if (opener?.isConnected && nowhere) opener.focus({ preventScroll: true })
}

/** The focused element, or the button of the menu it is in, which closes now. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const button = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused
  return button instanceof HTMLElement ? button : null
}

/** Whether Escape is for a drawer, not a dialog above or a dropdown. */
function isOurs(event: KeyboardEvent): boolean {
  if (event.isComposing || dialogsAtEscape() > 0) return false
  const { target } = event
  return !(target instanceof Element && target.closest('[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown'))
}
