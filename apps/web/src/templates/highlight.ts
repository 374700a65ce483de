import type { TemplateKind } from '@portico/contract/templates-admin'

export type Token = { kind: 'placeholder' | 'filter' | 'comment' | 'section' | 'key' | 'plain'; text: string }

const yaml = /(\{\{[^{}]{0,60}\}\})|(\/[^/\s"',\]]{1,200}\/(?=["',\]\s]|$))|((?:^|\s)#.*$)|(^\s*(?:- )?[\w-]+(?=:(?:\s|$)))/g
const json = /(\{\{[^{}]{0,60}\}\})|(\/[^/\s"]{1,200}\/(?="))|(?!)|("[\w.-]+"(?=\s*:))/g
const lines = /(\{\{[^{}]{0,60}\}\})|(\/[^/,]{1,200}\/(?=\s*(?:,|$)))|(^\s*(?:#|;|\/\/).*$)|(^[^=#;[]{1,80}(?==))/g
const script =
  /(\{\{[^{}]{0,60}\}\})|("[^"]*"|'[^']*')|(\/\/.*$)|\b(break|case|const|continue|else|for|function|if|let|new|return|switch|typeof|var|while)\b/g
const yamlKinds = new Set<TemplateKind>(['mihomo', 'clash', 'stash', 'youth'])
const jsonKinds = new Set<TemplateKind>(['sing-box', 'client_conf', 'extension_conf'])
const kinds = ['placeholder', 'filter', 'comment', 'key'] as const

/** A line in parts of one colour each. It guides the eye and is no parser. */
export function highlightLine(format: TemplateKind, line: string): Token[] {
  const isJson = jsonKinds.has(format)
  const isLines = !isJson && !yamlKinds.has(format) && format !== 'pac'
  if (isLines && /^\s*\[.*\]\s*$/.test(line)) return [{ kind: 'section', text: line }]
  const pattern = format === 'pac' ? script : isJson ? json : isLines ? lines : yaml
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: line.slice(end, match.index) })
    const groups = isJson ? [match[1], match[2], undefined, match[3]] : match.slice(1)
    const kind = kinds[groups.findIndex((group) => group !== undefined)] ?? 'plain'
    tokens.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end) })
  return tokens
}
