import type { DocumentKind, TemplateFault, TemplateKind } from '@portico/contract/templates-admin'
import { configFaults, startingConfig } from '../documents/config-text.ts'
import { isTemplateFormat, startingTemplate, templateFaults } from '../formats/templates/link-template.ts'
import { STARTING_YOUTH_RULES } from '../documents/youth-rules.ts'

/** What is asked of a text that is no profile. `starting` is what applies until a version is published. */
type Document = { faults: (text: string) => TemplateFault[]; starting: string }
const documents: Record<DocumentKind, Document> = {
  pac: { faults: (text) => templateFaults('pac', text), starting: startingTemplate('pac') },
  youth: { faults: (text) => templateFaults('youth', text), starting: STARTING_YOUTH_RULES },
  client_conf: { faults: configFaults, starting: startingConfig.client },
  extension_conf: { faults: configFaults, starting: startingConfig.extension },
}

/** All that is wrong with a text of that kind; nothing, and it can be kept. */
export function textFaults(kind: TemplateKind, text: string): TemplateFault[] {
  return isTemplateFormat(kind) ? templateFaults(kind, text) : documents[kind].faults(text)
}

/** What there is of a kind before anything was published. */
export function startingText(kind: TemplateKind): string {
  return isTemplateFormat(kind) ? startingTemplate(kind) : documents[kind].starting
}
