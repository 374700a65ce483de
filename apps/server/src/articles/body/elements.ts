import { DomUtils, parseDocument } from 'htmlparser2'

export type Document = ReturnType<typeof parseDocument>
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: unknown }>

/** Elements around an element, innermost first. */
export function* ancestors(element: Element): Generator<Element> {
  for (let node = element.parent; node && 'attribs' in node; node = node.parent) yield node
}

/** A parsed document as HTML. */
export function htmlOf(document: Document): string {
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' })
}
