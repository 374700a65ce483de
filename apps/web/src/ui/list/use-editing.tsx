import { Button } from '@mantine/core'
import type { Permission } from '@portico/contract/permissions'
import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { type Steps, stepsOf } from '../drawer/row-steps.ts'
import { useAskedToOpen } from '../page-search.ts'
import type { Column, ListQuery } from '../table/column.ts'
import { RowActions, type RowActionsProps } from '../table/row-actions.tsx'

/** What a form is given to edit a row or to make a new one. */
export interface EditedRow<T, Like = never> {
  /** null: a new one. */
  row: T | null
  /** What a new row begins with: a row to copy, or its kind. */
  like?: Like | undefined
  steps?: Steps | undefined
  onClose: () => void
}
type Actions = Omit<RowActionsProps, 'onEdit' | 'changes' | 'children'> & {
  changes?: { path: string }[]
  /** More for the menu, between editing and deleting. */
  renderMore?: () => ReactNode
}

/**
 * What the form beside a list holds: one of its rows or a new one. Only for staff with a permission; `toCreate`: if creating
 * needs another. Other pages ask for a form with `?open=` and `new` or the id of a row.
 */
export function useEditing<T extends { id: number }, Like = never>(
  { query, endpoint }: { query: ListQuery<T> & { isPending: boolean }; endpoint: { path: string } },
  needs: Permission,
  toCreate = needs,
) {
  const t = useT()
  const mayDo = useMay()
  const [may, mayCreate] = [mayDo(needs), mayDo(toCreate)]
  const [edited, setEdited] = useState<Pick<EditedRow<T, Like>, 'row' | 'like'> | null>(null)
  const items = query.data?.items
  const open = (row: T): void => setEdited({ row })
  const create = (like?: Like): void => setEdited({ row: null, like })
  useAskedToOpen((may || mayCreate) && !query.isPending, (what) => {
    const row = items?.find(({ id }) => String(id) === what)
    if (row && may) open(row)
    else if (what === 'new' && mayCreate) create()
  })
  const id = edited?.row?.id
  const shared = { steps: stepsOf(items, (row) => row.id === id, open), onClose: () => setEdited(null) }
  return {
    may,
    open,
    create,
    /** For `DataTable`. */
    table: { onOpen: may ? open : undefined, opened: id },
    /** Opens the empty form. */
    button: (text: string) => mayCreate && <Button onClick={() => create()}>{text}</Button>,
    /** The menu of each row, to edit or delete it. */
    actions: (of: (row: T) => Actions): Column<T> => ({
      header: t('table.actions'),
      actions: true,
      render: (row) => {
        const { renderMore, changes = [endpoint], ...rest } = of(row)
        return (
          may && (
            <RowActions {...rest} changes={changes} onEdit={() => open(row)}>
              {renderMore?.()}
            </RowActions>
          )
        )
      },
    }),
    /** The form while it is open. */
    form: (Form: ComponentType<EditedRow<T, Like>>) => edited && <Form key={id} {...edited} {...shared} />,
    /** Like `form`, for a form that needs more props. */
    draw: (form: (edited: EditedRow<T, Like>) => ReactNode) => edited && <Fragment key={id}>{form({ ...edited, ...shared })}</Fragment>,
  }
}
