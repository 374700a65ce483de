import { Select } from '@mantine/core'
import type { AdminCategory } from '@portico/contract/article-categories-admin'
import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useSave } from '../../ui/use-save.ts'
import { flat, pathsOf, treeOf } from '../category-tree.ts'
import { useNameOf, useTitlesOf } from '../names.ts'

const NONE = '0'

interface MoveProps {
  article: AdminListedArticle
  categories: AdminCategory[]
  onMove: (categoryId: number | null) => Promise<unknown>
  onClose: () => void
}

/** Moves an article to the end of another category. */
export function MoveModal({ article, categories, onMove, onClose }: MoveProps) {
  const t = useT()
  const paths = pathsOf(categories, useNameOf())
  const { title } = useTitlesOf()(article)
  const [chosen, setChosen] = useState(String(article.category_id ?? NONE))
  const save = useSave({ send: () => onMove(Number(chosen) || null), done: t('state.saved'), after: onClose })
  return (
    <FormModal
      title={t('article_order.move_title', { title })}
      submit={t('article_order.move_submit')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Select
        label={t('article_manage.category')}
        data-autofocus
        allowDeselect={false}
        searchable={categories.length > 8}
        nothingFoundMessage={t('table.no_choice')}
        data={[
          ...flat(treeOf(categories)).map(({ category: { id } }) => ({ value: String(id), label: paths.get(id) ?? '' })),
          { value: NONE, label: t('article_order.no_category') },
        ]}
        value={chosen}
        onChange={(next) => setChosen(next ?? NONE)}
      />
    </FormModal>
  )
}
