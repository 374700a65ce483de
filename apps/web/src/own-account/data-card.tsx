import { Button } from '@mantine/core'
import { exportAccount } from '@portico/contract/own-account'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'

/** Everything stored about the member, to take along. */
export function DataCard() {
  const t = useT()
  const download = useSave({
    send: () => call(exportAccount, {}),
    done: t('export.done'),
    after: ({ name, zip }) =>
      saveFile(
        name,
        Uint8Array.from(atob(zip), (char) => char.charCodeAt(0)),
        'application/zip',
      ),
  })
  return (
    <Card title={t('export.title')}>
      <p className="intro">{t('export.text')}</p>
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {t('export.download')}
      </Button>
    </Card>
  )
}
