import { t } from '../../i18n.ts'
import { copyButton } from './copy-button.ts'
import { drawOwnLink, fullText } from './own-link.ts'

export interface Picture {
  src: string
  alt: string
}

/** Gives a text what only scripts can: copying code and links, opening pictures large, QR codes. Twice changes nothing more. */
export function enliven(text: HTMLElement, openLarge: (picture: Picture) => void): void {
  for (const pre of text.querySelectorAll('pre')) if (!pre.closest('.code') && !isOwnLink(pre)) addCopyButton(pre)
  for (const table of text.querySelectorAll('table')) if (!table.closest('.scroll')) letScroll(table)
  for (const picture of text.querySelectorAll('img')) if (!picture.closest('a, button, .qr')) openOnClick(picture, openLarge)
  for (const link of text.querySelectorAll<HTMLElement>('span[data-link]:not(.own-link)')) drawOwnLink(link)
  for (const code of text.querySelectorAll<HTMLElement>('span[data-qr]')) void drawQr(code)
}

/** A link brings its own buttons. */
function isOwnLink(pre: HTMLElement): boolean {
  const link = pre.querySelector<HTMLElement>('span[data-link]')
  return link !== null && fullText(pre).trim() === fullText(link).trim()
}

function addCopyButton(pre: HTMLElement): void {
  // What scrolls must be reachable by keyboard.
  pre.tabIndex = 0
  wrap(pre, 'div', 'code').append(copyButton(() => fullText(pre).replace(/\n$/, '')))
}

function letScroll(table: HTMLElement): void {
  const frame = wrap(table, 'div', 'scroll')
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', t('prose.table'))
}

function openOnClick(image: HTMLImageElement, openLarge: (picture: Picture) => void): void {
  const button = wrap(image, 'button', 'picture') as HTMLButtonElement
  button.type = 'button'
  button.setAttribute('aria-label', image.alt ? t('prose.open_named', { name: image.alt }) : t('prose.open'))
  button.addEventListener('click', () => openLarge({ src: image.currentSrc || image.src, alt: image.alt }))
}

async function drawQr(code: HTMLElement): Promise<void> {
  const value = code.dataset['qr'] ?? ''
  if (code.firstChild || value === '') return
  const { toString } = await import('qrcode')
  const svg = await toString(value, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
  if (code.firstChild) return
  const image = document.createElement('img')
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  image.alt = t('prose.qr')
  code.className = 'qr'
  code.append(image)
}

function wrap(element: HTMLElement, name: 'div' | 'button', className: string): HTMLElement {
  const around = document.createElement(name)
  around.className = className
  element.replaceWith(around)
  around.append(element)
  return around
}
