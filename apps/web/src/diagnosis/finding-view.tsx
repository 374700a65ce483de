import { Button } from '@mantine/core'
import { resetDevices, fetchDevices } from '@portico/contract/devices'
import { type Finding, getDoctor } from '@portico/contract/diagnosis'
import { useState, type ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { useAskSupport } from './ask-support.ts'
import styles from './doctor.module.css'
import { noteDone, NOTHING_TRIED } from './tried.ts'
import { Verdict } from './verdict.tsx'

interface ViewProps {
  finding: Finding
  /** true: this must be solved first. */
  isFirst?: boolean
  /** true: its button is the page's main one. */
  isMain?: boolean
  /** Button to look again. */
  again?: ReactNode
}

/** A finding with one thing to do and the button that does it. */
export function FindingView({ finding, isFirst = false, isMain = false, again }: ViewProps) {
  const { title, advice } = finding
  const action = <FindingAction finding={finding} isMain={isMain} />
  if (isFirst) {
    return (
      <Verdict
        isGood={false}
        title={title}
        action={
          <>
            {action}
            {again}
          </>
        }
      >
        {advice}
      </Verdict>
    )
  }
  return (
    <div className={styles['other']}>
      <div>
        <strong>{title}</strong>
        <span>{advice}</span>
      </div>
      {action}
    </div>
  )
}

function FindingAction({ finding: { action, title }, isMain }: { finding: Finding; isMain: boolean }) {
  const t = useT()
  const ask = useAskSupport()
  const variant = isMain ? 'filled' : 'default'
  if (!action || action.kind === 'clock') return null
  const { kind, to } = action
  if (kind === 'reset_devices') return <ResetDevices variant={variant} />
  if (kind === 'ask') {
    return (
      <Button variant={variant} onClick={() => ask({ ...NOTHING_TRIED, subject: title })}>
        {t('doctor.do_ask')}
      </Button>
    )
  }
  if (to === null) return null
  const label = kind === 'wait' && to.startsWith('/user/order/') ? t('doctor.do_order') : t(`doctor.do_${kind}`)
  return (
    <Button component={PathLink} to={to} variant={variant} onClick={() => noteDone(kind)}>
      {label}
    </Button>
  )
}

/** Clears the devices and looks again at once. */
function ResetDevices({ variant }: { variant: string }) {
  const t = useT()
  const [wasDone, setWasDone] = useState(false)
  const reset = useSave({
    send: () => call(resetDevices, {}),
    done: t('member_device.forgotten'),
    changes: [fetchDevices, getDoctor],
    after: () => {
      noteDone('reset_devices')
      setWasDone(true)
    },
  })
  return (
    <Button variant={variant} loading={reset.isPending} disabled={wasDone} onClick={() => reset.mutate()}>
      {t('doctor.do_reset_devices')}
    </Button>
  )
}
