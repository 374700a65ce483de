import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { useSave } from '../use-save.ts'
import { formatDateTime } from '../format/format-time.ts'
import { saveFile } from './save-file.ts'

/** Downloads the server's export as `name`, with today's date. */
export function CsvButton({ name, load, label }: { name: string; load: () => Promise<{ csv: string; rows: number }>; label?: string }) {
  const t = useT()
  const zone = useZone()
  const save = useSave({
    send: load,
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
