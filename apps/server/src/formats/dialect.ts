import type { ProtocolSettings } from '@portico/contract/protocols'
import { type Feature, featuresOf } from './features.ts'
import { type Format, formats } from './formats.ts'
import { atLeast } from './versions.ts'

/** A format as one client reads it. Dialects with the same key make the same profiles. */
export type Dialect = {
  format: Format
  lacks: ReadonlySet<Feature>
  /** One of the format's `layouts`, else 0. */
  layout: number
  key: string
}

/** `program` is the client, or the core inside it if the core's version is known. An unknown version counts as the newest. */
export function dialectOf(format: Format, program: string | null = null, version: string | null = null): Dialect {
  const { lacks = [], unsure: unlessKnown = [], since = {}, layouts = [0] } = formats[format]
  // The keys are features.
  const old = Object.entries(since[program ?? format] ?? {}).flatMap(([name, least]) => (atLeast(version, least) ? [] : [name as Feature]))
  const core = program === format ? version : null
  const unsure = core === null ? unlessKnown : []
  const layout = layouts.find((minor) => atLeast(core, [1, minor])) ?? layouts.at(-1) ?? 0
  return { format, lacks: new Set([...lacks, ...old, ...unsure]), layout, key: [format, layout, ...old, ...unsure].join(' ') }
}

export function takes({ lacks }: Dialect, settings: ProtocolSettings): boolean {
  return featuresOf(settings).every((feature) => !lacks.has(feature))
}
