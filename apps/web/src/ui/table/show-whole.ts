/** On hover, gives a cell whose text is cut off the whole text as its tooltip. */
export function showWhole({ target }: Event): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null
  if (!cell || cell.dataset['wrap'] !== undefined) return
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
  cell.title = isCut ? cell.innerText.replace(/\s*\n\s*/g, ' · ') : ''
}
