import { CST, type Document, isMap, isPair, isScalar, isSeq, Lexer, type LineCounter, parseDocument, YAMLParseError } from 'yaml'

/** Deeper than any profile. The parser recurses for each level, and works for a second or more until its stack overflows. */
const DEEPEST = 100
const MARKS = new Set<CST.TokenType>(['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag'])

/**
 * Parses an operator's text. A key given twice in one map is an error, as with the parser's own option `uniqueKeys`; but that
 * compares every key with every other, which blocks this process for half a minute with thousands of keys.
 */
export function parseYaml(
  text: string,
  { lineCounter, merge = false }: { lineCounter?: LineCounter; merge?: boolean } = {},
): Document.Parsed {
  const deep = tooDeepAt(text)
  const document = parseDocument(deep === null ? text : '', {
    ...(lineCounter && { lineCounter }),
    merge,
    prettyErrors: false,
    uniqueKeys: false,
  })
  if (deep !== null) {
    // Nothing was parsed, so the counter knows only the first line.
    for (let at = text.indexOf('\n'); at >= 0 && at < deep; at = text.indexOf('\n', at + 1)) lineCounter?.addNewLine(at + 1)
    document.errors.push(new YAMLParseError([deep, deep + 1], 'IMPOSSIBLE', `More than ${DEEPEST} levels`))
  }
  if (document.errors.length > 0) return document
  // Not the parser's own walk, which keeps the whole path to each node.
  const left: unknown[] = [document.contents]
  while (left.length > 0) {
    const node = left.pop()
    if (isPair(node)) left.push(node.key, node.value)
    if (isMap(node)) noteDoubled(document, node.items, merge)
    if (isMap(node) || isSeq(node)) for (const item of node.items) left.push(item)
  }
  return document
}

/** Offset at which more levels are open than any profile has; null: none. Brackets and marks in a row both make the parser recurse. */
function tooDeepAt(text: string): number | null {
  let [at, depth, chain, isWithin] = [0, 0, 0, false]
  for (const source of new Lexer().lex(text)) {
    const type = isWithin ? null : CST.tokenType(source)
    isWithin = type === 'scalar'
    if (type === 'flow-map-start' || type === 'flow-seq-start') depth++
    else if (type === 'flow-map-end' || type === 'flow-seq-end') depth = Math.max(0, depth - 1)
    else if (type !== null && MARKS.has(type)) chain++
    else if (type !== 'space') chain = 0
    if (depth + chain > DEEPEST) return at
    // The other tokens have no text in the source.
    if (type !== 'scalar' && type !== 'doc-mode' && type !== 'flow-error-end') at += source.length
  }
  return null
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
