import { Button } from '@mantine/core'
import type { WithdrawalStatus } from '@portico/contract/withdrawals'
import { adminExportWithdrawals } from '@portico/contract/withdrawals-admin'
import { IconDownload } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'

interface Filter {
  status: WithdrawalStatus | undefined
  method: string | undefined
  q: string | undefined
  sort: string | undefined
}

/** Downloads all pages of the list, filtered and sorted as shown. */
export function ExportButton({ filter }: { filter: Filter }) {
  const t = useT()
  const save = useSave({
    send: () => call(adminExportWithdrawals, { query: filter }),
    done: ({ rows }) => t('withdrawal_manage.exported', { n: rows }),
    after: ({ csv }) => saveFile(`withdrawals-${new Date().toISOString().slice(0, 10)}.csv`, csv),
  })
  return (
    <Allowed to="export">
      <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
        {t('withdrawal_manage.export')}
      </Button>
    </Allowed>
  )
}
