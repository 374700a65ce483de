import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import styles from './columns-menu.module.css'
import { MoveButtons } from './move-buttons.tsx'
import type { Columns } from './use-columns.ts'

/** Chooses which columns a list has, and their order. */
export function ColumnsMenu<T>({ columns }: { columns: Columns<T> }) {
  const t = useT()
  const { all, isShown, toggle, arrange, reset } = columns
  const ids = all.map((column) => column.id)
  const isLast = (id: string): boolean => isShown(id) && ids.filter(isShown).length === 1
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-md" h={32} variant="default" leftSection={<IconColumns3 size={16} />} className={styles['open'] ?? ''}>
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles['menu'] ?? ''}>
        <ul aria-label={t('table.columns')}>
          {all.map(({ id, header }) => (
            <li key={id}>
              <Checkbox size="xs" label={header} checked={isShown(id)} disabled={isLast(id)} onChange={() => toggle(id)} />
              <MoveButtons id={id} ids={ids} name={header} disabled={false} onMove={arrange} />
            </li>
          ))}
        </ul>
        {reset && (
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            {t('table.columns_reset')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
