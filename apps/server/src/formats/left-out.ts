import { FORMATS, type FormatName } from '@portico/contract/formats'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { dialectOf } from './dialect.ts'
import { type Feature, featuresOf } from './features.ts'
import { listedFormats } from './formats.ts'

export type LeftOut = { format: FormatName; title: Title; lacks: Feature[] }
type Title = (typeof listedFormats)[FormatName]['title']

const newest = FORMATS.map((format) => ({ format, title: listedFormats[format].title, lacks: dialectOf(format).lacks }))

/** Formats whose newest clients do not get a node with these settings, and the missing features. null: no client can read them. */
export function leftOutIn(settings: ProtocolSettings | null): LeftOut[] {
  if (settings === null) return newest.map((one) => ({ ...one, lacks: [] }))
  const features = featuresOf(settings)
  return newest
    .map(({ lacks, ...one }) => {
      const { protocol } = settings
      return { ...one, lacks: lacks.has(protocol) ? [protocol] : features.filter((feature) => lacks.has(feature)) }
    })
    .filter(({ lacks }) => lacks.length > 0)
}
