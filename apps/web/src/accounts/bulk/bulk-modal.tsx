import { Button, Group, Modal, Progress, Stack } from '@mantine/core'
import { adminListUsers } from '@portico/contract/accounts-admin'
import {
  adminCancelBulk,
  adminGetBulk,
  adminPrepareBulk,
  adminStartBulk,
  type BulkChange,
  type BulkScope,
} from '@portico/contract/bulk-changes-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { get, invalidate } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ActFields } from '../member/act-fields.tsx'
import { actErrors, type ActForm, type BulkName, emptyAct, toBulkAction } from '../member/acts.ts'
import styles from './bulk.module.css'

const EVERY_MS = 1000

interface Props {
  name: BulkName
  scope: BulkScope
  onClose: () => void
}

/** Changes many members: asks what and why, shows how many they are, then the progress and failures. */
export function BulkModal({ name, scope, onClose }: Props) {
  const [prepared, setPrepared] = useState<BulkChange | null>(null)
  const [isStarted, setStarted] = useState(false)
  if (!prepared) return <Ask name={name} scope={scope} onPrepared={setPrepared} onClose={onClose} />
  if (!isStarted) return <Agree name={name} scope={scope} change={prepared} onStarted={() => setStarted(true)} onClose={onClose} />
  return <Follow name={name} id={prepared.id} onClose={onClose} />
}

function Ask({ name, scope, onPrepared, onClose }: Props & { onPrepared: (change: BulkChange) => void }) {
  const t = useT()
  // One number for all attempts, so that a second click prepares nothing else.
  const [key] = useState(() => crypto.randomUUID())
  const form = useMarkedForm<ActForm>({ initialValues: emptyAct(name), validate: (values) => actErrors(name, values, true) })
  const save = useSave({
    form,
    send: (values: ActForm) => {
      const { reason, tell } = values
      return call(adminPrepareBulk, { body: { key, scope, action: toBulkAction(name, values), reason, tell } })
    },
    after: onPrepared,
  })
  return (
    <FormModal
      title={t(`bulk.title_${name}`)}
      submit={t('bulk.next')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <ActFields name={name} form={form} hasReason />
    </FormModal>
  )
}

interface AgreeProps extends Props {
  change: BulkChange
  onStarted: () => void
}

function Agree({ name, scope, change, onStarted, onClose }: AgreeProps) {
  const t = useT()
  const save = useSave({ send: () => call(adminStartBulk, { params: { id: change.id } }), after: onStarted })
  return (
    <FormModal
      title={t(`bulk.title_${name}`)}
      submit={t('bulk.start', { n: change.total })}
      danger={name === 'suspend'}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <What change={change} />
      <p className={styles['scope']}>
        <strong>{t('bulk.scope', { n: change.total })}</strong> {t('ids' in scope ? 'bulk.scope_ids' : 'bulk.scope_all')}
      </p>
    </FormModal>
  )
}

/** Repeats the change in words before it starts. */
function What({ change: { action, reason } }: { change: BulkChange }) {
  const t = useT()
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: action.kind === 'plan' })
  return (
    <p className={styles['scope']}>
      {action.kind === 'extend' && `${t('bulk.days', { n: action.days })} `}
      {action.kind === 'plan' && (
        <>
          {t('bulk.plan', {
            n: action.days,
            plan: plans.data?.items.find(({ id }) => id === action.plan_id)?.shown_name ?? `#${action.plan_id}`,
          })}{' '}
          {action.wait_days !== null && `${t('bulk.waits', { n: action.wait_days })} `}
        </>
      )}
      {action.kind === 'traffic' && `${t('bulk.traffic', { amount: formatBytes(action.bytes) })} `}
      {action.kind === 'message' && <q>{action.text}</q>}
      {reason !== '' && t('member_page.for_reason', { reason })}
    </p>
  )
}

function Follow({ name, id, onClose }: { name: BulkName; id: number; onClose: () => void }) {
  const t = useT()
  const { data } = useQuery({
    ...get(adminGetBulk, { params: { id } }, { background: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : EVERY_MS),
  })
  const isOver = data !== undefined && hasEnded(data)
  useEffect(() => {
    if (isOver) void invalidate(adminListUsers)
  }, [isOver])
  const stop = useSave({ send: () => call(adminCancelBulk, { params: { id } }), changes: [adminGetBulk] })
  const settled = data ? data.done + data.failed : 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t(`bulk.title_${name}`)}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Progress value={data ? (100 * settled) / data.total : 0} aria-label={t(`bulk.title_${name}`)} />
        <div role="status">
          {data && !isOver && <p className="quiet">{`${t('bulk.running', { done: settled, total: data.total })}. ${t('bulk.stays')}`}</p>}
          {data && isOver && <strong>{t(data.state === 'done' ? 'bulk.finished' : 'bulk.cancelled', { n: data.done })}</strong>}
        </div>
        {data && data.failed > 0 && <Failures change={data} />}
        <Group justify="flex-end">
          {!isOver && (
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
              {t('bulk.cancel')}
            </Button>
          )}
          <Button onClick={onClose}>{t('bulk.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const hasEnded = ({ state }: BulkChange): boolean => state === 'done' || state === 'cancelled'

function Failures({ change: { failed, failures } }: { change: BulkChange }) {
  const t = useT()
  return (
    <div>
      <strong>{t('bulk.failed', { n: failed })}</strong>
      <ul className={styles['failures']}>
        {failures.map(({ account_id: id, label, problem }) => (
          <li key={id}>
            <PathLink to={`/admin/user/${id}`}>{label}</PathLink>
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
