import { FORMATS, type FormatName } from '@portico/contract/formats'
import { listedFormats } from '../formats/formats.ts'

/** `version` belongs to `program`: the core if its version is known, else the client. */
export type Detected = { format: FormatName; client: string; program: string | null; version: string | null }

/**
 * Detects format and client by `flag` or User-Agent; a flag always decides the format. Unknown ones get share links, which every client
 * reads.
 */
export function detectClient({ flag, userAgent }: { flag?: string; userAgent: string }): Detected {
  const sender = identify(userAgent)
  const named = flag ? (clientOfFlag(flag) ?? identify(flag)) : sender
  const format = named.format
  const { coreVersion } = listedFormats[format]
  const core = coreVersion?.exec(`${flag ?? ''} ${userAgent}`)?.[1]
  if (core) return { format, client: sender.client, program: sender.format === format ? (sender.program ?? format) : format, version: core }
  // An app's version says nothing about its core or about another app's format. A client named after its core sends its own
  // version where the core's would be.
  const isNamedAfterCore = coreVersion !== undefined && sender.client === format
  const isOwn = sender.format === format && !isNamedAfterCore && sender.client !== 'unknown'
  if (isOwn) return { format, client: sender.client, program: sender.client, version: appVersion(userAgent) }
  return { format, client: sender.client, program: named.client, version: null }
}

type Sender = { client: string; format: FormatName; program?: string }

// The keys of the record are formats.
const entries = Object.entries(listedFormats) as [FormatName, (typeof listedFormats)[FormatName]][]
/** The first match wins. The test has samples of what each client really sends. */
const clients = [
  ...entries.flatMap(([format, { clients: own = [] }]) => own.map((client) => ({ ...client, format }))),
  ...entries.flatMap(([format, { mentions = [] }]) => mentions.map((client) => ({ ...client, format }))),
]

function identify(text: string): Sender {
  return clients.find(({ is }) => is.test(text)) ?? { client: 'unknown', format: 'uri' }
}

function clientOfFlag(flag: string): Sender | null {
  const word = flag.trim().toLowerCase()
  const format = FORMATS.find((each) => each === word || listedFormats[each].flags?.includes(word))
  return format ? { client: format, format } : null
}

/** The first number after the name: "Name/1.2.3", "Name 1.2.3", "Name/Android/1.2.3" or a build like "Name iOS/3090". */
function appVersion(userAgent: string): string | null {
  return /^(?!Mozilla\/)[^(;]*?[/ ]v?(\d+(?:\.\d+)*)/i.exec(userAgent)?.[1] ?? null
}
