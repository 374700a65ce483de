import type { TemplateFault } from '@portico/contract/templates-admin'
import { LineCounter } from 'yaml'
import { parseYaml } from './parse-yaml.ts'
import { fillTree, normalise, placeholderFaults } from './template-text.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }
const PLACEHOLDERS = ['site_title', 'site_url', 'api_url', 'subscribe_url', 'subscribe_host'] as const
/** Values that a configuration may take from the site; `subscribe_url` is the origin of members' links. */
export type ConfigValues = Record<(typeof PLACEHOLDERS)[number], string>

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 32

/** Every fault of an operator's configuration, which must be one JSON object of at most 64 KB. */
export function configFaults(text: string): TemplateFault[] {
  if (Buffer.byteLength(text) > MAX_BYTES) return [{ line: null, code: 'too_large', detail: '64 KB' }]
  const unknown = placeholderFaults(text, PLACEHOLDERS)
  if (unknown.length > 0) return unknown
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [{ line: faultLine(text), code: 'unparsable', detail: error instanceof Error ? error.message.slice(0, 200) : '' }]
  }
  if (!isObject(value)) return [{ line: 1, code: 'not_an_object', detail: '' }]
  if (depthOf(value) > MAX_DEPTH) return [{ line: null, code: 'too_deep', detail: String(MAX_DEPTH) }]
  return duplicateKeys(text)
}

/** Fills in the placeholders of a configuration, inside longer texts too. Only for texts without faults. */
export function fillConfig(text: string, values: ConfigValues): JsonObject {
  const filled = fillTree(JSON.parse(normalise(text)), new Map(Object.entries(values)), [])
  // `configFaults` accepts only objects, and a filled object is still an object.
  return filled as JsonObject
}

/** JSON with sorted keys and no spaces: equal values give equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** Configurations that apply until an operator publishes others. */
export const startingConfig = {
  client: `{
  "api_urls": ["{{api_url}}"],
  "links": {
    "home": "{{site_url}}/index",
    "buy": "{{site_url}}/user/plans",
    "service": "{{site_url}}/service"
  },
  "update_check_hours": 24
}
`,
  extension: `{
  "api_urls": ["{{api_url}}"],
  "links": {
    "home": "{{site_url}}/index",
    "buy": "{{site_url}}/user/plans",
    "service": "{{site_url}}/service"
  },
  "bypass": ["localhost", "127.0.0.1", "*.local"],
  "refresh_hours": 24
}
`,
} as const

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function depthOf(root: Json): number {
  let depth = 0
  // Level by level: recursion would overflow the stack on a text made of brackets.
  for (let level: Json[] = [root]; level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return depth - 1
}

/** The line from which the text can no longer become JSON. The engine gives a position only for some faults. */
function faultLine(text: string): number {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (mayGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  // A text that only ends too early is faulty on its last line with content.
  return (bad > text.length ? text.trimEnd() : text.slice(0, bad)).split('\n').length
}

/** Whether the text is a start of valid JSON: its only fault is its early end. */
function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return message.includes('end of JSON') || Number(/position (\d+)/.exec(message)?.[1] ?? -1) === text.length
  }
}

/** Faults of duplicate keys, which JSON parsers treat differently. JSON is YAML, whose parser reports them. */
function duplicateKeys(text: string): TemplateFault[] {
  const counter = new LineCounter()
  const { errors } = parseYaml(text, { lineCounter: counter })
  return errors
    .filter((error) => error.code === 'DUPLICATE_KEY')
    .map((error) => {
      const line = counter.linePos(error.pos[0]).line
      const name = /"((?:[^"\\]|\\.)*)"\s*:/.exec(text.slice(error.pos[0]))?.[1] ?? ''
      return { line, code: 'duplicate_name' as const, detail: name }
    })
}
