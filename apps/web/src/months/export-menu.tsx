import { Button, Menu } from '@mantine/core'
import { adminExportMonth, MonthExport } from '@portico/contract/months-admin'
import { IconDownload } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { exportOptions } from '../ui/table/csv-button.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'

/** The month as CSV, or its movements one by one. */
export function ExportMenu({ month }: { month: string }) {
  const t = useT()
  const save = useSave({
    send: (what: MonthExport) => call(adminExportMonth, { query: { month, what } }, exportOptions),
    done: ({ rows }) => t('csv.saved', { n: rows }),
    after: ({ csv }, what) => saveFile(`${what}-${month}.csv`, csv),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" className="sign-only" leftSection={<IconDownload size={16} />} loading={save.isPending}>
          {t('csv.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MonthExport.options.map((what) => (
          <Menu.Item key={what} onClick={() => save.mutate(what)}>
            {t(`month.export_${what}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
