import { DOMSerializer, type Node } from '@tiptap/pm/model'

/** The HTML of a document as the server stores it; '' if it is empty. Pictures that are still being sent are left out. */
export function bodyHtml(doc: Node): string {
  const root = document.implementation.createHTMLDocument().createElement('div')
  DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, { document: root.ownerDocument }, root)
  for (const sending of root.querySelectorAll('span:not([data-fill])')) sending.remove()
  for (const holder of root.querySelectorAll('li, td, th, figure')) unwrapLines(holder)
  for (const table of root.querySelectorAll('table')) headRows(table)
  // The editor always offers a line below the last block.
  while (isEmptyLine(root.lastElementChild)) root.lastElementChild?.remove()
  return root.innerHTML
}

/** Unwraps lone paragraphs: the editor needs them in each cell and item; stored HTML has only their text. */
function unwrapLines(holder: Element): void {
  const [first, ...rest] = holder.children
  if (first?.tagName !== 'P') return
  const beside = holder.tagName === 'LI' ? ['UL', 'OL'] : holder.tagName === 'FIGURE' ? ['FIGCAPTION'] : []
  if (rest.every((element) => beside.includes(element.tagName))) first.replaceWith(...first.childNodes)
}

function headRows(table: Element): void {
  const body = table.querySelector(':scope > tbody')
  const rows = [...(body?.children ?? [])]
  const end = rows.findIndex((row) => [...row.children].some((cell) => cell.tagName !== 'TH'))
  if (end <= 0) return
  const head = table.ownerDocument.createElement('thead')
  head.append(...rows.slice(0, end))
  body?.before(head)
}

function isEmptyLine(element: Element | null): boolean {
  return element?.tagName === 'P' && element.childNodes.length === 0
}
