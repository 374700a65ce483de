import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n.ts'
import { showNotice } from '../../notice.ts'
import { saveFile } from './save-file.ts'

/** Saves what the server exports as `name`, with today's date. */
export function CsvButton({ name, load, label }: { name: string; load: () => Promise<{ csv: string; rows: number }>; label?: string }) {
  const t = useT()
  const save = useMutation({
    mutationFn: load,
    onSuccess: ({ csv, rows }) => {
      saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv)
      showNotice({ kind: 'success', message: t('csv.saved', { n: rows }) })
    },
  })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
      {label ?? t('csv.export')}
    </Button>
  )
}
