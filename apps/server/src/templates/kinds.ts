import type { DocumentKind, TemplateFault, TemplateKind } from '@portico/contract/templates-admin'
import type { Language } from '@portico/contract/translations'
import { configFaults, startingConfig } from '../documents/config-text.ts'
import { isTemplateFormat, startingTemplate, templateFaults } from '../formats/templates/link-template.ts'
import { STARTING_YOUTH_RULES } from '../documents/youth-rules.ts'

/** A document that is not a profile. `starting`: applies until one is published. */
type Document = { faults: (text: string) => TemplateFault[]; starting: string }
const documents: Record<DocumentKind, Document> = {
  pac: { faults: (text) => templateFaults('pac', text), starting: startingTemplate('pac') },
  youth: { faults: (text) => templateFaults('youth', text), starting: STARTING_YOUTH_RULES },
  client_conf: { faults: configFaults, starting: startingConfig.client },
  extension_conf: { faults: configFaults, starting: startingConfig.extension },
}

/** All faults of a text of this kind; without any it can be saved. */
export function textFaults(kind: TemplateKind, text: string): TemplateFault[] {
  return isTemplateFormat(kind) ? templateFaults(kind, text) : documents[kind].faults(text)
}

/** The text of a kind before any version was published. `language`: of the names in it. */
export function startingText(kind: TemplateKind, language?: Language): string {
  return isTemplateFormat(kind) ? startingTemplate(kind, language) : documents[kind].starting
}
