import { Button } from '@mantine/core'
import { adminTestBot, type BotTest as Result } from '@portico/contract/telegram-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'

/** Below the settings of the bot: applies what is saved, and says who the bot is or what is wrong. */
export function Tool({ isChanged, disabled }: { isChanged: boolean; disabled: boolean }) {
  const t = useT()
  const test = useSave({ send: () => call(adminTestBot, {}) })
  return (
    <>
      <div className="row">
        <Button variant="default" disabled={disabled || isChanged} loading={test.isPending} onClick={() => test.mutate()}>
          {t('bot.test')}
        </Button>
        <span className="quiet small">{t(isChanged ? 'bot.test_unsaved' : 'bot.test_saved')}</span>
      </div>
      {test.data && !isChanged && <Outcome result={test.data} />}
    </>
  )
}

function Outcome({ result: { fault, detail, username, name } }: { result: Result }) {
  const t = useT()
  const values = { name: name ?? '', username: username ?? '', detail: detail ?? '' }
  if (fault !== null) return <Banner tone={fault === 'off' ? 'info' : 'warn'} title={t(`bot.test_${fault}`, values)} />
  return (
    <>
      <Banner tone="good" title={t('bot.test_works', values)} />
      {detail !== null && <Banner tone="warn" title={t('bot.test_webhook', values)} />}
    </>
  )
}
