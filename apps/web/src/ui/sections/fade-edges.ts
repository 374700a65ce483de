/** For the `ref` of a row that scrolls sideways: marks the edges behind which there is more, so that they fade. */
export function fadeEdges(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined
  const look = (): void => {
    const before = row.scrollLeft > 1
    const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1
    if (before || after) row.dataset['fades'] = before && after ? 'both' : before ? 'start' : 'end'
    else delete row.dataset['fades']
  }
  const size = new ResizeObserver(look)
  size.observe(row)
  // What is in it may come or change later.
  const content = new MutationObserver(look)
  content.observe(row, { childList: true, subtree: true, characterData: true })
  row.addEventListener('scroll', look, { passive: true })
  look()
  return () => {
    size.disconnect()
    content.disconnect()
    row.removeEventListener('scroll', look)
  }
}
