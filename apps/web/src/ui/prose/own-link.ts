import { t } from '../../i18n.ts'
import { copyButton } from './copy-button.ts'
import { masked } from './masked.ts'

/** Shows a reader's own link masked, with buttons that show and copy it. */
export function drawOwnLink(place: HTMLElement): void {
  const link = place.textContent ?? ''
  const text = document.createElement('code')
  const show = document.createElement('button')
  show.type = 'button'
  let isShown = false
  const draw = (): void => {
    text.textContent = isShown ? link : masked(link)
    show.textContent = t(isShown ? 'action.hide' : 'action.show')
  }
  draw()
  show.addEventListener('click', () => {
    isShown = !isShown
    draw()
  })
  place.className = 'own-link'
  place.dataset['link'] = link
  place.replaceChildren(
    text,
    show,
    copyButton(() => link),
  )
}

/** Text of an element, with masked links in full. */
export function fullText(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  const drawn = copy.matches('.own-link') ? [copy] : copy.querySelectorAll<HTMLElement>('.own-link')
  for (const link of drawn) link.textContent = link.dataset['link'] ?? ''
  return copy.textContent ?? ''
}
