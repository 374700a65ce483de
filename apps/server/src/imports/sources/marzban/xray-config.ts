import { type Fields, listOf, readJson, textOf } from '../xray/fields.ts'
import { isObject } from '@portico/contract/plain-object'

/** The inbounds of an Xray configuration by their tags; null: it is none. Marzban allows comments and commas at the end. */
export function inboundsOf(config: unknown): Map<string, Fields> | null {
  const read = typeof config === 'string' ? readJson(withoutComments(config)) : isObject(config) ? config : null
  const all = listOf(read?.['inbounds'])
  return all === null ? null : new Map(all.filter(isObject).map((inbound) => [textOf(inbound['tag']), inbound]))
}

function withoutComments(text: string): string {
  const plain = text.replace(
    /("(?:\\.|[^"\\])*")|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\//g,
    (_all, quoted: string | undefined) => quoted ?? ' ',
  )
  return plain.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_all, quoted: string | undefined) => quoted ?? '')
}
