import { Select } from '@mantine/core'
import {
  type AdminCategory,
  adminCreateCategory,
  adminListCategories,
  adminUpdateCategory,
  CategoryInput,
} from '@portico/contract/article-categories-admin'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { parentsFor, pathsOf } from '../category-tree.ts'
import { NameFields } from '../name-fields.tsx'
import { useNameOf } from '../names.ts'
import type { Edited } from './edited.ts'

const TOP = '0'

/** Creates a category, or renames one and moves it below another. */
export function CategoryModal({ edited, categories, onClose }: { edited: Edited; categories: AdminCategory[]; onClose: () => void }) {
  const t = useT()
  const nameOf = useNameOf()
  const category = 'category' in edited ? edited.category : null
  const parent = 'category' in edited ? edited.category.parent_id : edited.below
  const paths = pathsOf(categories, nameOf)
  const parents = parentsFor(categories, category?.id ?? null)
  const initialValues = { name_en: category?.name_en ?? '', name_zh: category?.name_zh ?? '', parent_id: String(parent ?? TOP) }
  const { form, bound } = useSavedForm({
    values: initialValues,
    toInput,
    check: CategoryInput,
    send: (body: CategoryInput) =>
      category ? call(adminUpdateCategory, { params: { id: category.id }, body }) : call(adminCreateCategory, { body }),
    done: t('state.saved'),
    changes: [adminListCategories],
    after: onClose,
  })
  return (
    <FormModal
      title={t(category ? 'category_manage.edit' : 'category_manage.create')}
      submit={t('action.save')}
      {...bound}
      onClose={onClose}
    >
      <NameFields form={form} />
      <Select
        allowDeselect={false}
        searchable={parents.length > 8}
        nothingFoundMessage={t('table.no_choice')}
        data={[
          { value: TOP, label: t('category_manage.top') },
          ...parents.map(({ id }) => ({ value: String(id), label: paths.get(id) ?? '' })),
        ]}
        {...fieldOf(form, 'parent_id', t('article_manage.parent'), t('category_manage.parent_text'))}
      />
    </FormModal>
  )
}

function toInput({ name_en, name_zh, parent_id }: { name_en: string; name_zh: string; parent_id: string }): CategoryInput {
  return { name_en, name_zh, parent_id: Number(parent_id) || null }
}
