import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { useAskSupport } from './ask-support.ts'
import { CheckList } from './check-list.tsx'
import { CHECKS } from './checks.ts'
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
  const found = isFetching ? null : data.findings.map(({ code }) => code)
  return (
    <div className={styles['panel']} role="status">
      {first ? (
        <>
          <FindingView finding={first} isFirst isMain={isMain} again={again} />
          <CheckList found={found} />
          {others.length > 0 && (
            <div className={styles['others']}>
              <h3>{t('doctor.also')}</h3>
              <ul>
                {others.map((finding) => (
                  <li key={finding.code}>
                    <FindingView finding={finding} />
                  </li>
                ))}
              </ul>
            </div>
          )}
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
          {isFetching ? <CheckList found={null} /> : <FoldedChecks />}
        </>
      )}
      {asks || !first ? <Questions /> : <TextButton onClick={() => setAsks(true)}>{t('doctor.still')}</TextButton>}
    </div>
  )
}

/** All checks in order, folded. */
function FoldedChecks() {
  const t = useT()
  return (
    <details className={styles['checked']}>
      <summary>{t('doctor.all_good', { n: CHECKS.length })}</summary>
      <CheckList found={[]} />
    </details>
  )
}
