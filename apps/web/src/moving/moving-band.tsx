import { Button, Progress } from '@mantine/core'
import { adminCancelImport, adminListImports, type Import } from '@portico/contract/imports-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { StepsArch } from '../ui/stone/steps-arch.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './moving.module.css'
import { type Stage, STAGES } from './stage.ts'

/** Where the move is, in one sentence, with an arch of its steps; while something runs, how far it is. */
export function MovingBand({ stage }: { stage: Stage }) {
  const t = useT()
  const { running, broken, look, move, done } = stage
  const members = (move ?? look)?.sums.find(({ name }) => name === 'members')
  const state = move ? 'moved' : (['source', 'look', 'rehearse', 'evening', 'move'] as const)[done]
  return (
    <section className={`on-ink ${styles['band']}`} aria-labelledby="moving-now">
      <div className={styles['now']}>
        <h2 id="moving-now">
          {running
            ? t(`moving.running_${running.action}`)
            : t(`moving.at_${state ?? 'moved'}`, { n: Number(members?.here ?? members?.old ?? 0) })}
        </h2>
        {running ? <Running run={running} /> : <p>{t(`moving.at_${state ?? 'moved'}_text`)}</p>}
        {!running && broken && <Broken run={broken} />}
      </div>
      <StepsArch steps={STAGES.map((_, at) => (at < done ? 'done' : at === done ? 'now' : 'ahead'))} className={styles['arch']} />
    </section>
  )
}

function Running({ run }: { run: Import }) {
  const t = useT()
  const { id, action, step, progress, records } = run
  const cancel = useSave({
    ask: {
      title: t(`moving.cancel_${action}`),
      text: t('moving.cancel_text'),
      keep: t('moving.cancel_no'),
      confirm: t('moving.cancel_yes'),
    },
    send: () => call(adminCancelImport, { params: { id }, body: { reason: t('moving.cancel_yes') } }),
    changes: [adminListImports],
  })
  return (
    <div role="status" className={styles['running']}>
      <p>
        {t(`moving.step_${step ?? 'opening'}`)} {records > 0 && t('moving.records', { n: records })}
      </p>
      <Progress value={progress} aria-label={t(`moving.running_${action}`)} />
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('moving.cancel_yes')}
      </Button>
    </div>
  )
}

/** What ended otherwise than it should, and that nothing of it is left. */
function Broken({ run: { action, state, fault, ended_at: endedAt } }: { run: Import }) {
  const t = useT()
  return (
    <p className={styles['broken']} role="alert">
      <strong>
        {t(`moving.${state === 'cancelled' ? 'cancelled' : 'failed'}_${action}`)} {endedAt !== null && <DateTime value={endedAt} />}
      </strong>{' '}
      {fault} {action === 'move' && t('moving.still_empty')}
    </p>
  )
}
