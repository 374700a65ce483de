import { TEMPLATE_FORMATS, type TemplateFormat } from '@portico/contract/formats'
import type { TemplateFault } from '@portico/contract/templates-admin'
import type { Language } from '@portico/contract/translations'
import { TemplateError } from '../../documents/template-text.ts'
import { readYouthRules, type YouthRules } from '../../documents/youth-rules.ts'
import type { FillTemplate } from '../client-format.ts'
import { compileMessage } from '../compile-feed.ts'
import { ableNodes, type Dialect } from '../dialect.ts'
import type { FeedNode, Site } from '../feed-node.ts'
import { formats } from '../formats.ts'
import type { Compiled } from '../slots.ts'
import { whyNone } from '../why-none.ts'

/** A parsed template: parsing costs more than filling. */
export type ReadTemplate = { profile: FillTemplate } | { youth: YouthRules }

/** The templates behind links: profiles, the browser's script, and the rules that all of them follow in youth mode. */
export const LINK_KINDS = [...TEMPLATE_FORMATS, 'pac', 'youth'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Parses a template. Throws `TemplateError` with all faults. */
export function readTemplate(kind: LinkKind, text: string): ReadTemplate {
  return kind === 'youth' ? { youth: readYouthRules(text) } : { profile: formats[kind].template.read(text) }
}

/** Every fault of a text. A text without faults can be saved. */
export function templateFaults(kind: LinkKind, text: string): TemplateFault[] {
  try {
    readTemplate(kind, text)
    return []
  } catch (error) {
    if (error instanceof TemplateError) return error.faults
    // YAML parsers throw at too many aliases, and run out of stack on texts made for that.
    return [{ line: null, code: 'unparsable', detail: error instanceof Error ? error.message.slice(0, 200) : '' }]
  }
}

/** Whether a client gets templates: they are written for a format's newer layouts. */
export function takesTemplate({ format, layout }: Dialect): boolean {
  const { template, layouts = [0], templatesFrom = layouts[0] ?? 0 } = formats[format]
  return template !== undefined && layout >= templatesFrom
}

/** As `compileFeed`, with an operator's template. Throws `TemplateError` if the site's title no longer fits the text. */
export function compileTemplated(
  dialect: Dialect,
  template: ReadTemplate,
  nodes: readonly FeedNode[],
  site: Site,
  isChosen = false,
): Compiled {
  if ('youth' in template) throw new Error('Rules are no profile')
  const able = ableNodes(dialect, nodes)
  if (able.length === 0 && dialect.format !== 'pac') return compileMessage(dialect, whyNone(nodes, site, isChosen), site)
  return template.profile(able, site, dialect.layout)
}

/** Faults for which a client would refuse a finished profile. */
export function outputFaults(format: TemplateFormat | 'pac', profile: string): TemplateFault[] {
  try {
    return formats[format].template.outputFaults(profile)
  } catch (error) {
    if (error instanceof TemplateError) return error.faults
    throw error
  }
}

/** The built-in layout of a format written as a template, to start from. `language`: of the names of its groups. */
export function startingTemplate(format: TemplateFormat | 'pac', language: Language = 'en'): string {
  return formats[format].template.starting({ language })
}

export function isTemplateFormat(format: string): format is TemplateFormat {
  return TEMPLATE_FORMATS.some((one) => one === format)
}
