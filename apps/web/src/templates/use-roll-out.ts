import { adminListTemplates, adminRollOutTemplate, type TemplateKind } from '@portico/contract/templates-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'

/** Gives a version to a share of the apps. */
export function useRollOut(format: TemplateKind, onDone = () => {}) {
  const t = useT()
  return useSave({
    send: (body: { version: number; percent: number }) => call(adminRollOutTemplate, { body: { format, ...body } }),
    done: t('templates.rolled_out'),
    changes: [adminListTemplates],
    after: onDone,
  })
}
