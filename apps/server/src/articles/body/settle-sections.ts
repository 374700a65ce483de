import { DomUtils, parseDocument } from 'htmlparser2'
import { ancestors, type Element, htmlOf } from './elements.ts'

const CELLS = new Set(['td', 'th'])
const ROWS = new Set(['table', 'thead', 'tbody', 'tr'])
/** Most sections around one table; with more audiences, nobody sees the table. */
const MAX_AROUND = 3

/**
 * A clean text whose sections hold the same text in a browser as here; null: it has none. Browsers move a section out of the
 * rows of a table, and a row or list item in a wrong place closes the section around it.
 */
export function settleSections(html: string): string | null {
  if (!html.includes('<section')) return null
  const document = parseDocument(html)
  for (const section of DomUtils.getElementsByTagName('section', document)) {
    const table = tableAround(section)
    if (table) hide(table, section)
  }
  for (const table of DomUtils.getElementsByTagName((name) => name in MAY_HOLD, document)) moveStrays(table)
  for (const element of DomUtils.getElementsByTagName((name) => name in NOT_IN, document)) {
    if (isMisplaced(element)) unwrap(element)
  }
  return htmlOf(document)
}

/** The outermost table in whose rows, not cells, a section stands. */
function tableAround(section: Element): Element | null {
  let found: Element | null = null
  for (const around of ancestors(section)) {
    if (CELLS.has(around.name)) break
    if (ROWS.has(around.name)) found = around
  }
  return found
}

/** Puts the section around the whole table: this hides more, never less. */
function hide(table: Element, section: Element): void {
  const around: Element[] = []
  for (const outer of ancestors(table)) {
    if (outer.name !== 'section' || outer.children.length > 1) break
    around.push(outer)
  }
  const [last] = around.slice(MAX_AROUND - 1)
  if (last) last.attribs = { 'data-audience': 'plans' }
  else if (!around.some((outer) => isSame(outer, section))) wrap(table, section)
  unwrap(section)
}

function isSame({ attribs: one }: Element, { attribs: other }: Element): boolean {
  return one['data-audience'] === other['data-audience'] && one['data-ids'] === other['data-ids']
}

function wrap(table: Element, { attribs }: Element): void {
  const [section] = DomUtils.getElementsByTagName('section', parseDocument('<section></section>'))
  if (!section) return
  section.attribs = { ...attribs }
  DomUtils.replaceElement(table, section)
  DomUtils.appendChild(section, table)
}

const IN_TABLE = { needs: 'table', closedBy: ['section'] }
/** Elements that a browser moves unless directly within `needs`; in doing so it closes `closedBy`. */
const NOT_IN: Record<string, { needs: string; closedBy: string[] }> = {
  thead: IN_TABLE,
  tbody: IN_TABLE,
  tr: IN_TABLE,
  td: IN_TABLE,
  th: IN_TABLE,
  table: { needs: 'td th section', closedBy: ['table'] },
  li: { needs: 'ul ol', closedBy: ['li', 'section'] },
}

function isMisplaced(element: Element): boolean {
  const rule = NOT_IN[element.name]
  if (!rule) return false
  for (const { name } of ancestors(element)) {
    if (rule.needs.split(' ').includes(name)) return false
    if (rule.closedBy.includes(name)) return true
  }
  return false
}

/** What parts of a table may contain. A browser moves all else before the table. */
const MAY_HOLD: Record<string, string[]> = { table: ['thead', 'tbody', 'tr'], thead: ['tr'], tbody: ['tr'], tr: ['td', 'th'] }

/** Moves misplaced content of a table before it, as browsers do, so that it stays in its section. */
function moveStrays(element: Element): void {
  const table = element.name === 'table' ? element : [...ancestors(element)].find(({ name }) => name === 'table')
  if (!table) return
  // The list changes while its members move.
  for (const child of element.children.slice()) {
    const isBlank = 'data' in child && child.data.trim() === ''
    const isAllowed = 'attribs' in child && MAY_HOLD[element.name]?.includes(child.name)
    if (!isBlank && !isAllowed) DomUtils.prepend(table, child)
  }
}

function unwrap(element: Element): void {
  for (let child = element.children[0]; child; child = element.children[0]) DomUtils.prepend(element, child)
  DomUtils.removeElement(element)
}
