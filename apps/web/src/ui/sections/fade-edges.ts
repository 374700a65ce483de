/** `ref` of a sideways-scrolling row: fades edges with more behind, and shows the chosen tab. */
export function fadeEdges(row: HTMLElement | null): (() => void) | undefined {
  const chosen = row?.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
  if (row && chosen) row.scrollLeft += chosen.left + chosen.width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2)
  return watched(row, ({ scrollLeft, clientWidth, scrollWidth }) => {
    const before = scrollLeft > 1
    const after = scrollLeft + clientWidth < scrollWidth - 1
    return before && after ? 'both' : before ? 'start' : after ? 'end' : null
  })
}

/** `ref` of a scrolling box: fades the upper edge if there is more above. */
export function fadeTop(box: HTMLElement | null): (() => void) | undefined {
  return watched(box, ({ scrollTop }) => (scrollTop > 1 ? 'above' : null))
}

function watched(element: HTMLElement | null, read: (element: HTMLElement) => string | null): (() => void) | undefined {
  if (!element) return undefined
  const look = (): void => {
    const fades = read(element)
    if (fades === null) delete element.dataset['fades']
    else element.dataset['fades'] = fades
  }
  const size = new ResizeObserver(look)
  size.observe(element)
  // What is in it may come or change later.
  const content = new MutationObserver(look)
  content.observe(element, { childList: true, subtree: true, characterData: true })
  element.addEventListener('scroll', look, { passive: true })
  look()
  return () => {
    size.disconnect()
    content.disconnect()
    element.removeEventListener('scroll', look)
  }
}
