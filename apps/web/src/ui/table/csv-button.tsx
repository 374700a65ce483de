import { Button } from '@mantine/core'
import type { Csv } from '@portico/contract/csv'
import { IconDownload } from '@tabler/icons-react'
import type { CallOptions } from '../../api/call.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { useSave } from '../use-save.ts'
import { formatDateTime } from '../format/format-time.ts'
import { saveFile } from './save-file.ts'

interface CsvButtonProps {
  name: string
  load: (options: CallOptions) => Promise<Csv>
  label?: string
}

/** Call options of exports, which arrive while they are read. */
export const exportOptions: CallOptions = { timeoutMs: 30 * 60_000 }

/** Downloads the server's export as `name`, with today's date. One that breaks off is reported and not saved. */
export function CsvButton({ name, load, label }: CsvButtonProps) {
  const t = useT()
  const zone = useZone()
  const save = useSave({
    send: () => load(exportOptions),
    done: ({ rows }) => t('csv.saved', { n: rows }),
    after: ({ csv }) => saveFile(`${name}-${formatDateTime(new Date(), zone, 'day')}.csv`, csv),
  })
  return (
    <Button
      variant="default"
      className="sign-only"
      leftSection={<IconDownload size={16} />}
      aria-label={label ?? t('csv.export')}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {label ?? t('csv.export')}
    </Button>
  )
}
