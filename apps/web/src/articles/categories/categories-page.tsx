import { Button } from '@mantine/core'
import { adminListCategories } from '@portico/contract/article-categories-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { list, prefetch } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { useAskedToOpen } from '../../ui/page-search.ts'
import { treeOf } from '../category-tree.ts'
import { CategoryRows } from './category-rows.tsx'
import type { Edited } from './edited.ts'

const CategoryModal = lazyDialog(async () => (await import('./category-modal.tsx')).CategoryModal)

const categories = list(adminListCategories, {})

export const Route = createFileRoute('/_signed-in/_console/admin/content/categories')({
  loader: () => prefetch(categories),
  component: CategoriesPage,
  staticData: { title: 'title.categories' },
})

function CategoriesPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(categories)
  const [edited, setEdited] = useState<Edited | null>(null)
  useAskedToOpen(true, () => setEdited({ below: null }))
  const create = <Button onClick={() => setEdited({ below: null })}>{t('category_manage.create')}</Button>
  const items = data?.items
  return (
    <>
      <PageHeader title={t('title.categories')} text={t('category_manage.text')}>
        {items?.length !== 0 && create}
      </PageHeader>
      {!items && (error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />)}
      {items?.length === 0 && (
        <EmptyState title={t('category_manage.empty')} text={t('category_manage.empty_text')} drawing="start">
          {create}
        </EmptyState>
      )}
      {items && items.length > 0 && <CategoryRows label={t('title.categories')} branches={treeOf(items)} onEdit={setEdited} />}
      {edited && <CategoryModal edited={edited} categories={items ?? []} onClose={() => setEdited(null)} />}
    </>
  )
}
