import { Button } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import type { ActionKind, Diagnosis, Finding } from '@portico/contract/diagnosis'
import { useState } from 'react'
import { CHECKS } from '../../diagnosis/checks.ts'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { ActModal } from './act-modal.tsx'
import { ACT_NEEDS, type ActName } from './acts.ts'
import styles from './member.module.css'

/** Acts of an operator in place of actions of the member. */
const REMEDIES: Partial<Record<ActionKind, ActName>> = {
  renew: 'extend',
  more_traffic: 'traffic',
  reset_devices: 'devices',
  reset_link: 'new_link',
}

/** Why a member cannot connect, in one line with advice, and the further findings. */
export function DiagnosisLine({ user, diagnosis: { findings } }: { user: AdminUser; diagnosis: Diagnosis }) {
  const t = useT()
  const [first, ...others] = findings
  if (!first)
    return (
      <Banner
        tone="good"
        title={t('member_page.healthy')}
        body={
          <ul className={styles['checks']}>
            {CHECKS.map((name) => (
              <li key={name}>{t(`doctor.check_${name}`)}</li>
            ))}
          </ul>
        }
      />
    )
  return (
    <Banner
      tone="warn"
      title={first.title}
      action={<Remedy user={user} finding={first} />}
      body={
        <>
          <p>{first.advice}</p>
          {others.length > 0 && (
            <details className={styles['others']}>
              <summary>{t('member_page.also_found', { n: others.length })}</summary>
              <ul>
                {others.map((finding) => (
                  <li key={finding.code}>
                    <strong>{finding.title}.</strong> {finding.advice}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
    />
  )
}

function Remedy({ user, finding: { code, action } }: { user: AdminUser; finding: Finding }) {
  const t = useT()
  const may = useMay()
  const [isAsked, ask] = useState(false)
  const name = code === 'account_banned' ? 'lift' : action === null ? undefined : REMEDIES[action.kind]
  if (name === undefined || !may(ACT_NEEDS[name])) return null
  return (
    <>
      <Button onClick={() => ask(true)}>{t(`member_page.act_${name}`)}</Button>
      {isAsked && <ActModal user={user} name={name} onClose={() => ask(false)} />}
    </>
  )
}
