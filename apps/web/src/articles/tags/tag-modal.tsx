import { schemaResolver, useForm } from '@mantine/form'
import { adminCreateTag, adminListTags, type AdminTag, adminUpdateTag, TagInput } from '@portico/contract/article-categories-admin'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useSave } from '../../ui/use-save.ts'
import { NameFields } from '../name-fields.tsx'

/** Creates or renames a tag. */
export function TagModal({ tag, onClose }: { tag: AdminTag | null; onClose: () => void }) {
  const t = useT()
  const initialValues: TagInput = { name_en: tag?.name_en ?? '', name_zh: tag?.name_zh ?? '' }
  const form = useForm({ initialValues, validate: schemaResolver(TagInput) })
  const save = useSave({
    form,
    send: (body: TagInput) => (tag ? call(adminUpdateTag, { params: { id: tag.id }, body }) : call(adminCreateTag, { body })),
    done: t('state.saved'),
    changes: [adminListTags],
    after: onClose,
  })
  return (
    <FormModal
      title={t(tag ? 'tag_manage.edit' : 'tag_manage.create')}
      submit={t('action.save')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NameFields form={form} />
    </FormModal>
  )
}
