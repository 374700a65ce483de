import { templateFormats } from '@portico/contract/formats'
import type { TemplateKind } from '@portico/contract/templates-admin'

export type Token = { kind: 'placeholder' | 'filter' | 'comment' | 'section' | 'key' | 'plain'; text: string }

const yaml = /(\{\{[^{}]{0,60}\}\})|(\/[^/\s"',\]]{1,200}\/(?=["',\]\s]|$))|((?:^|\s)#.*$)|(^\s*(?:- )?[\w-]+(?=:(?:\s|$)))/g
const json = /(\{\{[^{}]{0,60}\}\})|(\/[^/\s"]{1,200}\/(?="))|(?!)|("[\w.-]+"(?=\s*:))/g
const lines = /(\{\{[^{}]{0,60}\}\})|(\/[^/,]{1,200}\/(?=\s*(?:,|$)))|(^\s*(?:#|;|\/\/).*$)|(^[^=#;[]{1,80}(?==))/g
const script =
  /(\{\{[^{}]{0,60}\}\})|("[^"]*"|'[^']*')|(\/\/.*$)|\b(break|case|const|continue|else|for|function|if|let|new|return|switch|typeof|var|while)\b/g
const patterns = { yaml, json, lines, script }
const languages: Record<TemplateKind, { syntax: keyof typeof patterns }> = {
  ...templateFormats,
  youth: { syntax: 'yaml' },
  client_conf: { syntax: 'json' },
  extension_conf: { syntax: 'json' },
  pac: { syntax: 'script' },
}
const kinds = ['placeholder', 'filter', 'comment', 'key'] as const

/** Splits a line into parts of one colour each. It only helps reading; it is not a parser. */
export function highlightLine(format: TemplateKind, line: string): Token[] {
  const { syntax } = languages[format]
  if (syntax === 'lines' && /^\s*\[.*\]\s*$/.test(line)) return [{ kind: 'section', text: line }]
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(patterns[syntax])) {
    if (match.index > end) tokens.push({ kind: 'plain', text: line.slice(end, match.index) })
    const groups = syntax === 'json' ? [match[1], match[2], undefined, match[3]] : match.slice(1)
    const kind = kinds[groups.findIndex((group) => group !== undefined)] ?? 'plain'
    tokens.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end) })
  return tokens
}
