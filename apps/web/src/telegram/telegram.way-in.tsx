import { Button } from '@mantine/core'
import { type BotInfo, createBotCode, getBotInfo, unbindBot } from '@portico/contract/telegram'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { Card } from '../ui/card.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './telegram-card.module.css'

const LOOK_MS = 2000

/** The member's chat with the Telegram bot: connect it with a code, or disconnect it. Nothing where the site has no bot. */
export function WayIn() {
  const t = useT()
  const [code, setCode] = useState<Code | null>(null)
  const { data } = useQuery({ ...get(getBotInfo, {}, { background: code !== null }), refetchInterval: code ? LOOK_MS : false })
  const isBound = data?.binding != null
  useEffect(() => {
    if (!isBound || !code) return
    setCode(null)
    showToast({ kind: 'success', message: t('telegram.bound') })
  }, [isBound, code, t])
  if (!data || (!data.binding && (!data.is_on || data.username === null))) return null
  return (
    <Card title={t('telegram.title')}>
      <p className="intro">{t('telegram.text')}</p>
      {data.binding ? <Connected binding={data.binding} /> : <Connect username={data.username ?? ''} code={code} onCode={setCode} />}
    </Card>
  )
}

type Code = Awaited<ReturnType<typeof newCode>>
const newCode = () => call(createBotCode, {})

function Connect({ username, code, onCode }: { username: string; code: Code | null; onCode: (code: Code | null) => void }) {
  const t = useT()
  const make = useSave({ send: newCode, changes: [getBotInfo], after: onCode })
  // A code that has ended would only be refused.
  useEffect(() => {
    if (!code) return
    const timer = setTimeout(onCode, Math.max(0, new Date(code.expires_at).getTime() - Date.now()), null)
    return () => clearTimeout(timer)
  }, [code, onCode])
  if (!code) {
    return (
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t('telegram.connect')}
      </Button>
    )
  }
  return (
    <div className={styles['steps']}>
      <QrCode text={code.link} size={160} />
      <div className={styles['ways']}>
        <p>{t('telegram.open_text', { name: `@${username}` })}</p>
        <Button component="a" href={code.link} target="_blank" rel="noreferrer" variant="default">
          {t('telegram.open')}
        </Button>
        <p className="quiet small">{t('telegram.or_send')}</p>
        <CopyField label={t('telegram.code')} text={`/start ${code.code}`} />
        <p className="quiet small" role="status">
          {t('telegram.waiting')}
        </p>
        <Button variant="subtle" onClick={() => onCode(null)}>
          {t('telegram.cancel')}
        </Button>
      </div>
    </div>
  )
}

function Connected({ binding }: { binding: NonNullable<BotInfo['binding']> }) {
  const t = useT()
  const unbind = useSave({
    ask: { title: t('telegram.unbind_title'), text: t('telegram.unbind_text'), confirm: t('telegram.unbind'), danger: true },
    send: () => call(unbindBot, {}),
    done: t('telegram.unbound'),
    changes: [getBotInfo],
  })
  return (
    <>
      <div className={styles['bound']}>
        <span className={styles['who']}>
          <strong>{binding.name}</strong>
          <small>
            {t('telegram.since')} <DateTime value={binding.bound_at} part="date" />
          </small>
        </span>
        {binding.is_blocked && <StatusBadge tone="warn" label={t('telegram.blocked')} />}
        <Button variant="default" size="xs" loading={unbind.isPending} onClick={() => unbind.mutate()}>
          {t('telegram.unbind')}
        </Button>
      </div>
      {binding.is_blocked && <p className="quiet small">{t('telegram.blocked_text')}</p>}
    </>
  )
}
