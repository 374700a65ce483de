import { Menu } from '@mantine/core'
import { adminDeleteCategory, adminListCategories, adminSortCategories, MAX_LEVELS } from '@portico/contract/article-categories-admin'
import { call } from '../../api/call.ts'
import { useOrder } from '../../api/use-order.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Stacked } from '../../ui/stacked.tsx'
import { MoveHandle, MoveItems } from '../../ui/table/move-buttons.tsx'
import { RowActions } from '../../ui/table/row-actions.tsx'
import type { Branch } from '../category-tree.ts'
import { InOther } from '../in-other.tsx'
import { useNameOf, useOtherName } from '../names.ts'
import type { Edited } from './edited.ts'
import styles from './categories.module.css'

/** Categories with one parent, in their order, each with those below it. */
export function CategoryRows({ label, branches, onEdit }: { label: string; branches: Branch[]; onEdit: (edited: Edited) => void }) {
  const sort = useOrder(adminListCategories, (ids) => call(adminSortCategories, { body: { ids } }))
  const move = { ids: branches.map(({ category }) => category.id), disabled: sort.isPending, onMove: sort.mutate }
  return (
    <ul className={styles['rows']} aria-label={label}>
      {branches.map((branch) => (
        <CategoryRow key={branch.category.id} branch={branch} move={move} onEdit={onEdit} />
      ))}
    </ul>
  )
}

interface RowProps {
  branch: Branch
  move: { ids: number[]; disabled: boolean; onMove: (ids: number[]) => void }
  onEdit: (edited: Edited) => void
}

function CategoryRow({ branch: { category, level, children }, move, onEdit }: RowProps) {
  const t = useT()
  const { id, article_count: n } = category
  const name = useNameOf()(category)
  const other = useOtherName()(category)
  const kept = children.length > 0 ? t('category_manage.has_children') : n > 0 ? t('category_manage.has_articles', { n }) : undefined
  return (
    <li>
      <div className={styles['row']}>
        <MoveHandle {...move} />
        <Stacked note={other ? <InOther text={other} /> : null}>
          <button type="button" className="text-button" onClick={() => onEdit({ category })}>
            {name}
          </button>
        </Stacked>
        {/* The articles stand in the categories below it. */}
        {(n > 0 || children.length === 0) && (
          <PathLink to={`/admin/content/contentlist?category=${id}`} aria-label={t('category_manage.articles_of', { n, name })}>
            {t('category_manage.articles', { n })}
          </PathLink>
        )}
        <RowActions
          name={name}
          onEdit={() => onEdit({ category })}
          words={{ title: t('category_manage.delete_title', { name }), done: t('category_manage.deleted', { name }) }}
          remove={() => call(adminDeleteCategory, { params: { id } })}
          changes={[adminListCategories]}
          kept={kept}
        >
          {level < MAX_LEVELS && <Menu.Item onClick={() => onEdit({ below: id })}>{t('category_manage.create_below')}</Menu.Item>}
          <MoveItems id={id} {...move} />
        </RowActions>
      </div>
      {children.length > 0 && <CategoryRows label={t('category_manage.below', { name })} branches={children} onEdit={onEdit} />}
    </li>
  )
}
