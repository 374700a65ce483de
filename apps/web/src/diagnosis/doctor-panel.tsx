import { Button } from '@mantine/core'
import type { Finding, FindingCode } from '@portico/contract/diagnosis'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { useAskSupport } from './ask-support.ts'
import { CheckList } from './check-list.tsx'
import styles from './doctor.module.css'
import { FindingView } from './finding-view.tsx'
import { Questions } from './questions.tsx'
import { NOTHING_TRIED } from './tried.ts'
import { useDoctor } from './use-doctor.ts'
import { Verdict } from './verdict.tsx'

/** Findings, one action, and questions if none or if it did not help. */
export function DoctorPanel({ isMain }: { isMain: boolean }) {
  const t = useT()
  const ask = useAskSupport()
  const [asks, setAsks] = useState(false)
  const query = useDoctor()
  const { data, error, isFetching } = query
  if (query.isPending) return <CheckList found={null} />
  if (error && !data) return <ErrorState error={error} onRetry={query.refetch} />
  if (!data) return null
  const [first, ...others] = data.findings
  const again = (
    <Button variant="default" loading={isFetching} onClick={() => void query.refetch()}>
      {t('doctor.again')}
    </Button>
  )
  const remarked = data.remarks.map(({ code }) => code)
  const found = isFetching ? null : data.findings.map(({ code }) => code)
  return (
    <div className={styles['panel']} role="status">
      {first ? (
        <>
          <FindingView finding={first} isFirst isMain={isMain} again={again} />
          <CheckList found={found} remarked={remarked} />
          <More title={t('doctor.also')} findings={others} />
        </>
      ) : (
        <>
          <Verdict
            isGood
            title={t('doctor.ok')}
            action={
              <>
                {again}
                <Button variant="default" onClick={() => ask({ ...NOTHING_TRIED, subject: t('doctor.title') })}>
                  {t('doctor.ask_result')}
                </Button>
              </>
            }
          >
            {t('doctor.ok_text')}
          </Verdict>
          {isFetching ? <CheckList found={null} /> : <FoldedChecks remarked={remarked} />}
        </>
      )}
      <More title={t('doctor.remarks')} findings={data.remarks} />
      {asks || !first ? <Questions /> : <TextButton onClick={() => setAsks(true)}>{t('doctor.still')}</TextButton>}
    </div>
  )
}

function More({ title, findings }: { title: string; findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <div className={styles['others']}>
      <h3>{title}</h3>
      <ul>
        {findings.map((finding) => (
          <li key={finding.code}>
            <FindingView finding={finding} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** All checks, folded: none found a fault. */
function FoldedChecks({ remarked }: { remarked: FindingCode[] }) {
  const t = useT()
  return (
    <details className={styles['checked']}>
      <summary>{t('doctor.checked')}</summary>
      <CheckList found={[]} remarked={remarked} />
    </details>
  )
}
