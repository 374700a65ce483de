import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import { useSave } from '../use-save.ts'
import { saveFile } from './save-file.ts'

/** Downloads the server's export as `name`, with today's date. */
export function CsvButton({ name, load, label }: { name: string; load: () => Promise<{ csv: string; rows: number }>; label?: string }) {
  const t = useT()
  const save = useSave({
    send: load,
    done: ({ rows }) => t('csv.saved', { n: rows }),
    after: ({ csv }) => saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv),
  })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
      {label ?? t('csv.export')}
    </Button>
  )
}
