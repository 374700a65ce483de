import { Button } from '@mantine/core'
import { adminTestGrammar } from '@portico/contract/grammar-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'

/** Below the settings of the grammar check: tries the server that is saved. */
export function Tool({ isChanged, disabled }: { isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const test = useSave({ send: () => call(adminTestGrammar, {}) })
  const result = test.data?.result
  const tone = result === 'works' ? 'good' : result === 'not_set' ? 'info' : 'warn'
  return (
    <>
      <div className="row">
        <Button variant="default" disabled={disabled || isChanged} loading={test.isPending} onClick={() => test.mutate()}>
          {t('grammar.test')}
        </Button>
        <span className="quiet small">{t(isChanged ? 'grammar.test_unsaved' : 'grammar.test_saved')}</span>
      </div>
      {result && !isChanged && <Banner tone={tone} title={t(`grammar.test_${result}`)} />}
    </>
  )
}
