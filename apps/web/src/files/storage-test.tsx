import { Button } from '@mantine/core'
import { adminTestStorage } from '@portico/contract/files-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'

/** Tests the saved bucket, below the file settings. */
export function StorageTest({ isChanged, disabled }: { isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const test = useSave({ send: () => call(adminTestStorage, {}) })
  const result = test.data?.result
  return (
    <>
      <div className="row">
        <Button variant="default" disabled={disabled || isChanged} loading={test.isPending} onClick={() => test.mutate()}>
          {t('files.test')}
        </Button>
        <span className="quiet small">{t(isChanged ? 'files.test_unsaved' : 'files.test_saved')}</span>
      </div>
      {result && !isChanged && (
        <Banner tone={result === 'works' ? 'good' : result === 'not_set' ? 'info' : 'warn'} title={t(`files.test_${result}`)} />
      )}
    </>
  )
}
