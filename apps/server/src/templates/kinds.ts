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

/** How a text that is not a profile is checked. `starting`: what applies until a version is published. */
type Document = { faults: (text: string) => TemplateFault[]; starting: string }
const documents: Record<DocumentKind, Document> = {
  pac: { faults: (text) => templateFaults('pac', text), starting: STARTING_PAC },
  youth: { faults: (text) => templateFaults('youth', text), starting: STARTING_YOUTH_RULES },
  client_conf: { faults: configFaults, starting: startingConfig.client },
  extension_conf: { faults: configFaults, starting: startingConfig.extension },
}

/** All faults of a text of this kind; without any it can be saved. */
export function textFaults(kind: TemplateKind, text: string): TemplateFault[] {
  return isProfile(kind) ? templateFaults(kind, text) : documents[kind].faults(text)
}

/** The text of a kind before any version was published. */
export function startingText(kind: TemplateKind): string {
  return isProfile(kind) ? startingTemplate(kind) : documents[kind].starting
}

function isProfile(kind: TemplateKind): kind is TemplateFormat {
  return TEMPLATE_FORMATS.some((one) => one === kind)
}
