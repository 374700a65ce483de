import { DomUtils, parseDocument } from 'htmlparser2'

export type Document = ReturnType<typeof parseDocument>
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: unknown }>

/** What an element is in, from the inside out. */
export function* ancestors(element: Element): Generator<Element> {
  for (let node = element.parent; node && 'attribs' in node; node = node.parent) yield node
}

/** A parsed text as HTML again. */
export function htmlOf(document: Document): string {
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' })
}
