import { useEffect, useEffectEvent, useState } from 'react'
import { unsaved } from '../../api/load-part.ts'
import { who } from '../../api/who.ts'
import { t } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { changedFields } from './changed-fields.ts'

/** Part of a form that a draft needs. */
export interface DraftForm<V extends Record<string, unknown>> {
  values: V
  getInitialValues: () => V
  setValues: (values: Partial<V>) => void
  reset: () => void
  isDirty: () => boolean
}
interface Draft {
  /** Changed fields only; others may change on the server. */
  values: Record<string, unknown>
  /** When the form closed. */
  at: string
}

/** Unfinished forms by name, for the life of page and session. */
const drafts = new Map<string, Draft>()
unsaved.add(() => drafts.size > 0)
who.subscribe(() => void (who.get() === null && drafts.clear()))

/** Keeps a form's input when it closes unsaved and restores it. `name`: what is edited, such as `plan 12`. */
export function useDraft<V extends Record<string, unknown>>(name: string, form: DraftForm<V>, saving: boolean) {
  const [draft, setDraft] = useState(() => drafts.get(name))
  const restore = useEffectEvent(() => {
    // As they were stored, under the same name.
    if (draft) form.setValues(draft.values as Partial<V>)
    drafts.delete(name)
  })
  const keep = useEffectEvent(() => {
    // A form that closes during a save was saved: `useSave` closes it before it is done.
    if (saving || !form.isDirty()) return
    drafts.set(name, { values: changedFields(form.getInitialValues(), form.values), at: new Date().toISOString() })
    showToast({ kind: 'info', message: t('draft.kept') })
  })
  useEffect(() => {
    restore()
    return () => keep()
  }, [])
  const discard = (): void => {
    form.reset()
    setDraft(undefined)
  }
  return { restoredFrom: draft?.at, discard }
}
