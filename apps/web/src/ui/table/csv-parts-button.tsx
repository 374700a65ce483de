import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { formatDateTime } from '../format/format-time.ts'
import { saveFile } from './save-file.ts'

interface Part {
  csv: string
  rows: number
  /** Where the next part begins; null: this is the last one. */
  next: number | null
}

/** Downloads a list of any length as `name`, with today's date. Fetches it in parts and saves it once it is complete. */
export function CsvPartsButton({ name, load }: { name: string; load: (before: number | undefined) => Promise<Part> }) {
  const t = useT()
  const zone = useZone()
  const [loaded, setLoaded] = useState(0)
  const save = useMutation({
    mutationFn: async () => {
      const parts: string[] = []
      let rows = 0
      for (let before: number | null | undefined; before !== null;) {
        const part = await load(before)
        parts.push(part.csv)
        rows += part.rows
        setLoaded(rows)
        before = part.next
      }
      return { parts, rows }
    },
    onSuccess: ({ parts, rows }) => {
      saveFile(`${name}-${formatDateTime(new Date(), zone, 'day')}.csv`, parts)
      showToast({ kind: 'success', message: t('csv.saved', { n: rows }) })
    },
    onSettled: () => setLoaded(0),
  })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} disabled={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? t('csv.loaded', { n: loaded }) : t('csv.export')}
    </Button>
  )
}
