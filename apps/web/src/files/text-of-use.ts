import type { FileUse } from '@portico/contract/files-admin'
import { messageKey, t } from '../i18n.ts'

/** What a text that uses a file is called; without a title, its kind and number. */
export function textOfUse({ noun, id, title }: FileUse): string {
  return title || t('files.use', { noun: t(messageKey(`log.entity_${noun}`)), id })
}
