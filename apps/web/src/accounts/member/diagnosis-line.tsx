import { Button } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import type { ActionKind, Diagnosis, Finding } from '@portico/contract/diagnosis'
import { useState } from 'react'
import { checksOf } from '../../diagnosis/checks.ts'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { ACT_NEEDS, type ActName } from './acts.ts'
import styles from './member.module.css'

const ActModal = lazyDialog(async () => (await import('./act-modal.tsx')).ActModal)

/** Acts of an operator in place of actions of the member. */
const REMEDIES: Partial<Record<ActionKind, ActName>> = {
  renew: 'extend',
  more_traffic: 'traffic',
  reset_devices: 'devices',
  reset_link: 'new_link',
}

/** Why a member cannot connect, in one line with advice, and the further findings. */
export function DiagnosisLine({ user, diagnosis: { findings, remarks } }: { user: AdminUser; diagnosis: Diagnosis }) {
  const t = useT()
  const [first, ...others] = findings
  if (!first)
    return (
      <Banner
        tone="good"
        title={t('member_page.healthy')}
        body={
          <>
            <ul className={styles['checks']}>
              {checksOf(
                [],
                remarks.map(({ code }) => code),
              )
                .filter(({ state }) => state === 'good')
                .map(({ check }) => (
                  <li key={check}>{t(`doctor.check_${check}`)}</li>
                ))}
            </ul>
            <More title={t('member_page.remarks', { n: remarks.length })} findings={remarks} />
          </>
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
          <More title={t('member_page.also_found', { n: others.length })} findings={others} />
          <More title={t('member_page.remarks', { n: remarks.length })} findings={remarks} />
        </>
      }
    />
  )
}

function More({ title, findings }: { title: string; findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <details className={styles['others']}>
      <summary>{title}</summary>
      <ul>
        {findings.map((finding) => (
          <li key={finding.code}>
            <strong>{finding.title}.</strong> {finding.advice}
          </li>
        ))}
      </ul>
    </details>
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
