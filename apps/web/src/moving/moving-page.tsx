import { adminListImports } from '@portico/contract/imports-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { get, invalidate, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { adminMovingChecklist } from '@portico/contract/moving-admin'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { AfterMove } from './after-move.tsx'
import { MovingBand } from './moving-band.tsx'
import { MovingSteps } from './moving-steps.tsx'
import { stageOf } from './stage.ts'

const EVERY_MS = 1000
/** While the page is open, the evening's list is looked at again. */
const EVENING_MS = 15_000

export const Route = createFileRoute('/_signed-in/_console/admin/moving')({
  loader: () => prefetch(get(adminListImports, {})),
  component: MovingPage,
  staticData: { title: 'title.moving' },
})

/** Another panel's whole business, moved here: where it is, and what comes next. All of it is on the server. */
function MovingPage() {
  const t = useT()
  const query = useQuery({
    ...get(adminListImports, {}, { background: true }),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'running') ? EVERY_MS : false),
  })
  const { data } = query
  const evening = useQuery({ ...get(adminMovingChecklist, {}, { background: true }), refetchInterval: EVENING_MS })
  const stage =
    data &&
    stageOf(
      data,
      evening.data?.items.every(({ state }) => state !== 'open'),
    )
  const running = stage?.running?.id
  useEffect(() => {
    if (running === undefined) void invalidate(adminMovingChecklist)
  }, [running])
  return (
    <>
      <PageHeader title={t('title.moving')} text={t('moving.text')} />
      {query.error && !data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {!query.error && !data && <PageLoading />}
      {data && stage && (
        <>
          <MovingBand stage={stage} />
          {stage.move ? <AfterMove stage={stage} move={stage.move} overview={data} /> : <MovingSteps stage={stage} overview={data} />}
        </>
      )}
    </>
  )
}
