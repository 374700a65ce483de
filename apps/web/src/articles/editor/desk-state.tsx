import { Button } from '@mantine/core'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Banner } from '../../ui/banner.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextButton } from '../../ui/plain/text-button.tsx'
import { STATUS_TONES } from '../status-tones.ts'
import type { Desk, Kept } from './desk/desk.ts'
import type { Actions } from './desk/use-actions.ts'
import { hasUnevenBlocks } from './desk/content.ts'
import { showNewer } from './desk/show-newer.ts'
import styles from './editor.module.css'

/** What readers see now, and what is unpublished. */
export function DeskState({ desk, actions }: { desk: Desk; actions: Actions }) {
  const t = useT()
  const { article, isChanged } = useStore(desk.state)
  const status = article?.status ?? 'draft'
  const discard = async (): Promise<void> => {
    const question = { title: t('state.unsaved_title'), text: t('editor.discard_text'), confirm: t('state.discard'), danger: true }
    if (await confirm(question)) await actions.discard()
  }
  return (
    <div className={styles['state']}>
      <StatusBadge tone={STATUS_TONES[status]} label={t(`editor.status_${status}`)} />
      <span>
        {article?.live_version == null ? t('editor.nobody_sees') : t('editor.live', { n: article.live_version })}
        {article?.live_version != null && article.version > article.live_version && <> · {t('editor.newest', { n: article.version })}</>}
        {article?.scheduled_at && (
          <>
            {' · '}
            {t('editor.goes_live')} <DateTime value={article.scheduled_at} />{' '}
            <TextButton disabled={actions.isBusy} onClick={() => void actions.cancelSchedule()}>
              {t('editor.cancel_schedule')}
            </TextButton>
          </>
        )}
        {isChanged && <> · {t('editor.unsaved')}</>}
      </span>
      {isChanged && article && article.version > 0 && <TextButton onClick={() => void discard()}>{t('state.discard')}</TextButton>}
    </div>
  )
}

/** Errors, other editors, and warnings. */
export function DeskNotes({ desk }: { desk: Desk }) {
  const t = useT()
  const { article, content, isChanged, kept, base } = useStore(desk.state)
  return (
    <>
      {hasUnevenBlocks(content) && <Banner tone="warn" title={t('editor.uneven_blocks')} />}
      {kept.state === 'failing' && (
        <Banner tone="warn" title={t('editor.failing')} action={<Retry desk={desk} />}>
          {kept.reason ?? t('editor.failing_text')}
        </Banner>
      )}
      {article?.editors.map(({ name, at }) => (
        <Banner key={name} tone="info">
          {t('editor.also', { name })} <TimeAgo value={at} />
        </Banner>
      ))}
      {article && isChanged && article.version > base && (
        <Banner
          tone="warn"
          title={t('editor.newer')}
          action={
            <Button size="compact-sm" variant="default" onClick={() => void showNewer(desk)}>
              {t('editor.show_difference')}
            </Button>
          }
        />
      )}
    </>
  )
}

function Retry({ desk }: { desk: Desk }) {
  const t = useT()
  return (
    <Button size="compact-sm" variant="default" onClick={() => void desk.flush()}>
      {t('action.retry')}
    </Button>
  )
}

/** Whether all that was typed has arrived. */
export function KeptText({ kept }: { kept: Kept }) {
  const t = useT()
  const zone = useZone()
  const text = {
    none: '',
    waiting: t('editor.saving'),
    sending: t('editor.saving'),
    failing: t('editor.not_saved'),
    saved: kept.state === 'saved' ? t('editor.saved_at', { time: formatDateTime(kept.at, zone).slice(-5) }) : '',
  }[kept.state]
  return (
    <span className={styles['kept']} data-state={kept.state} role="status">
      {text}
    </span>
  )
}
