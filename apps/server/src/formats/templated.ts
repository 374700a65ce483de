import { TEMPLATE_FORMATS, type TemplateFault, type TemplateFormat } from '@portico/contract/templates-admin'
import { readYouthRules, type YouthRules } from '../documents/youth-rules.ts'
import { type Dialect, type Format, takes } from './dialect.ts'
import type { FeedNode, Site } from './feed-node.ts'
import { compilePac, pacFaults, type PacTemplate, readPacTemplate } from './pac.ts'
import type { Compiled } from './slots.ts'
import { clashOutputFaults, type ClashTemplate, compileClashTemplate, readClashTemplate } from './template-clash.ts'
import { compileLineTemplate, lineOutputFaults, type LineTemplate, readLineTemplate } from './template-lines.ts'
import { compileSingBoxTemplate, readSingBoxTemplate, type SingBoxTemplate, singBoxOutputFaults } from './template-sing-box.ts'
import { TemplateError } from '../documents/template-text.ts'

/** A template that has been read: doing so costs more than filling it. */
export type ReadTemplate =
  | { clash: ClashTemplate }
  | { singBox: SingBoxTemplate }
  | { lines: LineTemplate }
  | { pac: PacTemplate }
  | { youth: YouthRules }

/** What links are made of: profiles, the browser's script, and the rules that all of them follow in youth mode. */
export const LINK_KINDS = [...TEMPLATE_FORMATS, 'pac', 'youth'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export function readTemplate(format: LinkKind, text: string): ReadTemplate {
  switch (format) {
    case 'mihomo':
    case 'clash':
    case 'stash':
      return { clash: readClashTemplate(text) }
    case 'sing-box':
      return { singBox: readSingBoxTemplate(text) }
    case 'surge':
    case 'surfboard':
    case 'loon':
    case 'quantumult-x':
      return { lines: readLineTemplate(format, text) }
    case 'pac':
      return { pac: readPacTemplate(text) }
    case 'youth':
      return { youth: readYouthRules(text) }
  }
}

/** All that is wrong with a text; nothing, and it can be kept. */
export function templateFaults(format: LinkKind, text: string): TemplateFault[] {
  try {
    readTemplate(format, text)
    return []
  } catch (error) {
    if (error instanceof TemplateError) return error.faults
    // Readers of YAML count aliases and run out of stack on texts that are made to make them.
    return [{ line: null, code: 'unparsable', detail: error instanceof Error ? error.message.slice(0, 200) : '' }]
  }
}

/** Whether a client gets templates at all: they are written for the layout sing-box has had since 1.12. */
export function takesTemplate({ format, layout }: Dialect): boolean {
  return format === 'pac' || (isTemplateFormat(format) && (format !== 'sing-box' || layout >= 12))
}

/** As `compileFeed`, by an operator's template. Throws `TemplateError` where the site has changed so that it does not fit any more. */
export function compileTemplated(dialect: Dialect, template: ReadTemplate, nodes: readonly FeedNode[], site: Site): Compiled {
  const able = nodes.filter((node) => takes(dialect, node.settings))
  if ('pac' in template) return compilePac(template.pac, able, site)
  if ('youth' in template) throw new Error('Rules are no profile')
  if ('singBox' in template) return compileSingBoxTemplate(dialect.layout, template.singBox, able, site)
  if ('lines' in template) return compileLineTemplate(template.lines, able, site)
  const core = dialect.format === 'clash' || dialect.format === 'stash' ? dialect.format : 'mihomo'
  return compileClashTemplate(core, template.clash, able, site)
}

/** What a client would refuse in a profile that is finished. */
export function outputFaults(format: TemplateFormat | 'pac', output: string): TemplateFault[] {
  try {
    if (format === 'pac') return pacFaults(output)
    if (format === 'sing-box') return singBoxOutputFaults(output)
    if (format === 'mihomo' || format === 'clash' || format === 'stash') return clashOutputFaults(output)
    return lineOutputFaults(format, output)
  } catch (error) {
    if (error instanceof TemplateError) return error.faults
    throw error
  }
}

export function isTemplateFormat(format: Format): format is TemplateFormat {
  return TEMPLATE_FORMATS.some((one) => one === format)
}
