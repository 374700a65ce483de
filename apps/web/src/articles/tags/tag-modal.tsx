import { adminCreateTag, adminListTags, type AdminTag, adminUpdateTag, TagInput } from '@portico/contract/article-categories-admin'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import type { EditedRow } from '../../ui/list/use-editing.tsx'
import { NameFields } from '../name-fields.tsx'

/** Creates or renames a tag. */
export function TagModal({ row: tag, onClose }: EditedRow<AdminTag>) {
  const t = useT()
  const initialValues: TagInput = { name_en: tag?.name_en ?? '', name_zh: tag?.name_zh ?? '' }
  const { form, bound } = useSavedForm({
    values: initialValues,
    check: TagInput,
    send: (body: TagInput) => (tag ? call(adminUpdateTag, { params: { id: tag.id }, body }) : call(adminCreateTag, { body })),
    done: t('state.saved'),
    changes: [adminListTags],
    after: onClose,
  })
  return (
    <FormModal title={t(tag ? 'tag_manage.edit' : 'tag_manage.create')} submit={t('action.save')} {...bound} onClose={onClose}>
      <NameFields form={form} />
    </FormModal>
  )
}
