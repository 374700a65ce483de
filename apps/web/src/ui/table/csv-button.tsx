import { Button } from '@mantine/core'
import type { Csv } from '@portico/contract/csv'
import { IconDownload } from '@tabler/icons-react'
import type { CallOptions } from '../../api/call.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { useSave } from '../use-save.ts'
import { formatDateTime } from '../format/format-time.ts'
import { saveFile } from './save-file.ts'

/** Call options of exports: the server sends them while it reads them, which may take half an hour. */
export const exportOptions: CallOptions = { timeoutMs: 30 * 60_000 }

interface CsvButtonProps {
  name: string
  /** How many rows come; null: not known before. */
  rows?: number | null
  load: (options: CallOptions) => Promise<Csv>
  /** Replaces the words of the button. */
  label?: string
}

/** Downloads the server's export as `name`, with today's date. One that breaks off is reported and not saved. */
export function CsvButton({ name, rows = null, load, label }: CsvButtonProps) {
  const t = useT()
  const text = label ?? (rows === null ? t('csv.export') : t('csv.export_rows', { n: rows }))
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
      aria-label={text}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text}
    </Button>
  )
}
