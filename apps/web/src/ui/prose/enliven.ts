import { t } from '../../i18n.ts'
import { fadeEdges } from '../sections/fade-edges.ts'
import { copyButton } from './copy-button.ts'
import { drawOwnLink, fullText } from './own-link.ts'

export interface Picture {
  src: string
  alt: string
}

/**
 * Gives a text what only scripts can: copying code and links, opening pictures large, tables that stack, QR codes. Twice changes nothing
 * more.
 */
export function enliven(text: HTMLElement, openLarge: (picture: Picture) => void): void {
  for (const pre of text.querySelectorAll('pre')) if (!pre.closest('.code') && !isOwnLink(pre)) addBar(pre)
  for (const table of text.querySelectorAll('table')) if (!table.closest('.scroll')) letScroll(table)
  for (const last of text.querySelectorAll('blockquote > p:last-child:not(:first-child)')) markSource(last)
  for (const picture of text.querySelectorAll('img')) if (!picture.closest('a, button, .qr')) openOnClick(picture, openLarge)
  for (const link of text.querySelectorAll<HTMLElement>('span[data-link]:not(.own-link)')) drawOwnLink(link)
  for (const code of text.querySelectorAll<HTMLElement>('span[data-qr]')) void drawQr(code)
}

/** Whether a block is a link with buttons of its own. */
function isOwnLink(pre: HTMLElement): boolean {
  const link = pre.querySelector<HTMLElement>('span[data-link]')
  return link !== null && fullText(pre).trim() === fullText(link).trim()
}

/** Adds language and copy button above code. */
function addBar(pre: HTMLElement): void {
  // What scrolls must be reachable by keyboard.
  pre.tabIndex = 0
  fadeEdges(pre)
  const bar = document.createElement('div')
  const name = document.createElement('span')
  name.textContent = /language-(\S+)/.exec(pre.querySelector('code')?.className ?? '')?.[1]?.toUpperCase() ?? t('prose.code')
  bar.append(
    name,
    copyButton(() => fullText(pre).replace(/\n$/, '')),
  )
  wrap(pre, 'div', 'code').prepend(bar)
}

function letScroll(table: HTMLTableElement): void {
  const frame = wrap(table, 'div', 'scroll')
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', t('prose.table'))
  fadeEdges(frame)
  letStack(table)
}

/** Marks a table with a full heading row to stack on phones. */
function letStack(table: HTMLTableElement): void {
  const [head, ...rows] = table.rows
  const names = [...(head?.cells ?? [])]
  const fits = rows.length > 0 && rows.every(({ cells }) => cells.length === names.length && [...cells].every((cell) => cell.colSpan === 1))
  if (!head || !fits || names.some((name) => name.tagName !== 'TH')) return
  table.classList.add('stacks')
  // Browsers forget what a table is when it is drawn as something else.
  table.setAttribute('role', 'table')
  for (const row of table.rows) row.setAttribute('role', 'row')
  for (const name of names) name.setAttribute('role', 'columnheader')
  for (const { cells } of rows)
    for (const [i, cell] of [...cells].entries()) {
      cell.setAttribute('role', cell.tagName === 'TH' ? 'rowheader' : 'cell')
      cell.dataset['label'] = names[i]?.textContent?.trim() ?? ''
    }
}

/** Marks a quotation's last line as its source, if it starts with a dash. */
function markSource(line: Element): void {
  if (/^\s*[—–]/.test(line.textContent ?? '')) line.classList.add('source')
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
