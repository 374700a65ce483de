import type { ProtocolSettings } from '@portico/contract/protocols'
import { type Feature, featuresOf } from './features.ts'
import { type FeedNode, readPorts } from './feed-node.ts'
import { type Format, formats } from './formats.ts'
import { atLeast } from './versions.ts'

/** A format as one client reads it. Equal keys make equal profiles. */
export type Dialect = {
  format: Format
  lacks: ReadonlySet<Feature>
  /** One of the format's `layouts`, else 0. */
  layout: number
  key: string
}

/**
 * `program` is the client, or the core inside it if the core's version is known. An unknown version counts as the newest. `trusted`: every
 * build of a core whose version is known counts as whole.
 */
export function dialectOf(format: Format, program: string | null = null, version: string | null = null, trusted = false): Dialect {
  const { lacks = [], unsure: inSome = [], makersApps = [], since = {}, layouts = [0], untold = layouts[0] } = formats[format]
  const isMakers = program !== null && makersApps.includes(program)
  const isCore = program === format || isMakers
  const known = since[isCore ? format : (program ?? format)] ?? {}
  // The keys are features.
  const old = Object.entries(known).flatMap(([name, least]) => (atLeast(version, least) ? [] : [name as Feature]))
  const core = isCore ? version : null
  const isWhole = core !== null && (isMakers || trusted)
  const unsure = isWhole ? [] : inSome
  const layout = (core === null ? untold : layouts.find((minor) => atLeast(core, [1, minor]))) ?? layouts.at(-1) ?? 0
  return { format, lacks: new Set([...lacks, ...old, ...unsure]), layout, key: [format, layout, ...old, ...unsure].join(' ') }
}

/** The nodes that a profile in the dialect has. One bad row must not cost members the rest. */
export function ableNodes(dialect: Dialect, nodes: readonly FeedNode[]): FeedNode[] {
  return nodes.filter(({ port, settings }) => readPorts(port) !== null && supports(dialect, settings))
}

/** Whether clients of a dialect can use a node with these settings. */
export function supports({ lacks }: Dialect, settings: ProtocolSettings): boolean {
  return featuresOf(settings).every((feature) => !lacks.has(feature))
}
