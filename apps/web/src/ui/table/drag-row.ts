export type Box = { top: number; height: number }

/** Pixels from the window's edge within which dragging scrolls. */
const EDGE = 120
const SCROLL_STEP = 12

/** The list with the item at `from` moved to `to`. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** Place for a row dragged by `offset` pixels: after each row whose middle it passed. */
export function placeOf(boxes: Box[], from: number, offset: number): number {
  const middle = ({ top, height }: Box): number => top + height / 2
  const own = boxes[from]
  return own ? boxes.filter((box, i) => i !== from && middle(box) < middle(own) + offset).length : from
}

/** Makes a pressed row follow the pointer until release; Escape puts it back. `onDrop`: old and new place, if different. */
export function dragRow(pressed: PointerEvent, row: HTMLElement, onDrop: (from: number, to: number) => void): void {
  const rows = [...(row.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement)
  const from = rows.indexOf(row)
  const boxes = rows.map((one) => {
    const { top, height } = one.getBoundingClientRect()
    return { top: top + scrollY, height }
  })
  const size = sizeOf(boxes, from)
  const began = pressed.clientY + scrollY
  let at = pressed.clientY
  let to = from
  let frame = requestAnimationFrame(follow)
  const ends = new AbortController()

  function follow(): void {
    if (at < EDGE) scrollBy(0, -SCROLL_STEP)
    else if (at > innerHeight - EDGE) scrollBy(0, SCROLL_STEP)
    const offset = at + scrollY - began
    to = placeOf(boxes, from, offset)
    for (const [i, one] of rows.entries()) {
      const makesRoom = i > from && i <= to ? -size : i < from && i >= to ? size : 0
      one.style.transform = `translateY(${i === from ? offset : makesRoom}px)`
    }
    frame = requestAnimationFrame(follow)
  }
  function end(dropped: boolean): void {
    ends.abort()
    cancelAnimationFrame(frame)
    for (const one of rows) one.style.removeProperty('transform')
    delete row.dataset['dragged']
    if (dropped && to !== from) onDrop(from, to)
  }

  row.dataset['dragged'] = ''
  const options = { signal: ends.signal }
  const isSame = (event: PointerEvent): boolean => event.pointerId === pressed.pointerId
  addEventListener('pointermove', (event) => void (isSame(event) && (at = event.clientY)), options)
  addEventListener(
    'pointerup',
    (event) => {
      if (!isSame(event)) return
      // The last move may not have been drawn yet.
      to = placeOf(boxes, from, event.clientY + scrollY - began)
      end(true)
    },
    options,
  )
  addEventListener('pointercancel', (event) => isSame(event) && end(false), options)
  addEventListener('keydown', (event) => event.key === 'Escape' && end(false), options)
}

/** Pixels others move: the row plus a gap. */
function sizeOf(boxes: Box[], from: number): number {
  const [own, next, last] = [boxes[from], boxes[from + 1], boxes[from - 1]]
  if (!own) return 0
  if (next) return next.top - own.top
  return last ? own.top + own.height - (last.top + last.height) : own.height
}
