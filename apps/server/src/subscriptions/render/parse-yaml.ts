import { type Document, isMap, isPair, isScalar, isSeq, type LineCounter, parseDocument, YAMLParseError } from 'yaml'

/**
 * Parses an operator's text. A key that stands twice in one map is an error, as the parser's own option `uniqueKeys` would have
 * it; that one compares every key with every other, which for thousands of them takes this process half a minute.
 */
export function parseYaml(
  text: string,
  { lineCounter, merge = false }: { lineCounter?: LineCounter; merge?: boolean } = {},
): Document.Parsed {
  const document = parseDocument(text, { ...(lineCounter && { lineCounter }), merge, prettyErrors: false, uniqueKeys: false })
  if (document.errors.length > 0) return document
  // Not the parser's own walk: it keeps the whole way to each node.
  const left: unknown[] = [document.contents]
  while (left.length > 0) {
    const node = left.pop()
    if (isPair(node)) left.push(node.key, node.value)
    if (isMap(node)) noteDoubled(document, node.items, merge)
    if (isMap(node) || isSeq(node)) for (const item of node.items) left.push(item)
  }
  return document
}

function noteDoubled({ errors }: Document.Parsed, pairs: { key: unknown }[], merge: boolean): void {
  const seen = new Set<unknown>()
  for (const { key } of pairs) {
    if (!isScalar(key) || (merge && key.value === '<<')) continue
    const at = key.range?.[0] ?? 0
    if (seen.has(key.value)) errors.push(new YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique'))
    seen.add(key.value)
  }
}
