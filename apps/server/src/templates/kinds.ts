import {
  type DocumentKind,
  TEMPLATE_FORMATS,
  type TemplateFault,
  type TemplateFormat,
  type TemplateKind,
} from '@portico/contract/templates-admin'
import { configFaults, startingConfig } from '../documents/config-text.ts'
import { STARTING_PAC } from '../formats/pac.ts'
import { startingTemplate } from '../formats/starting-templates.ts'
import { templateFaults } from '../formats/templated.ts'
import { STARTING_YOUTH_RULES } from '../documents/youth-rules.ts'

/** What is asked of a text that is no profile. `starting` is what applies until a version is published. */
type Document = { faults: (text: string) => TemplateFault[]; starting: string }
const documents: Record<DocumentKind, Document> = {
  pac: { faults: (text) => templateFaults('pac', text), starting: STARTING_PAC },
  youth: { faults: (text) => templateFaults('youth', text), starting: STARTING_YOUTH_RULES },
  client_conf: { faults: configFaults, starting: startingConfig.client },
  extension_conf: { faults: configFaults, starting: startingConfig.extension },
}

/** All that is wrong with a text of that kind; nothing, and it can be kept. */
export function textFaults(kind: TemplateKind, text: string): TemplateFault[] {
  return isProfile(kind) ? templateFaults(kind, text) : documents[kind].faults(text)
}

/** What there is of a kind before anything was published. */
export function startingText(kind: TemplateKind): string {
  return isProfile(kind) ? startingTemplate(kind) : documents[kind].starting
}

function isProfile(kind: TemplateKind): kind is TemplateFormat {
  return TEMPLATE_FORMATS.some((one) => one === kind)
}
