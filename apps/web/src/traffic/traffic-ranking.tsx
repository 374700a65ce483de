import { Skeleton } from '@mantine/core'
import type { TrafficRank } from '@portico/contract/traffic'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { evenBytes } from '../ui/format/format-bytes.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import styles from './traffic-manage.module.css'

interface RankingProps {
  title: string
  rows: TrafficRank[] | undefined
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

const FIRST = 10

/** Ranking by usage, first ten until all are wanted. A click on a row filters by it, a second one shows all. */
export function TrafficRanking({ title, rows, chosen, onChoose }: RankingProps) {
  const t = useT()
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...(rows ?? []).map(billed))
  return (
    <Card
      title={title}
      aside={
        rows &&
        rows.length > 0 && (
          <span className={styles['key']}>
            <span data-part="down">{t('traffic.down')}</span>
            <span data-part="up">{t('traffic.up')}</span>
          </span>
        )
      }
    >
      {!rows && <Skeleton height={160} />}
      {rows?.length === 0 && <p className="quiet">{t('traffic_manage.empty')}</p>}
      <ol className={styles['ranking']}>
        {(isWhole ? rows : rows?.slice(0, FIRST))?.map((row) => {
          const active = chosen === String(row.id)
          return (
            <li key={row.id}>
              <button
                type="button"
                aria-pressed={active}
                title={t(active ? 'traffic_manage.show_all' : 'traffic_manage.only', { name: row.name })}
                onClick={() => onChoose(active ? undefined : String(row.id))}
              >
                <span className={styles['who']}>{row.name}</span>
                <small>
                  ↑ {evenBytes(row.billed_u)} ↓ {evenBytes(row.billed_d)}
                </small>
                <strong>{evenBytes(billed(row))}</strong>
                <span className={styles['bar']} aria-hidden>
                  <span data-part="down" style={{ width: `${(row.billed_d / most) * 100}%` }} />
                  <span data-part="up" style={{ width: `${(row.billed_u / most) * 100}%` }} />
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {rows && rows.length > FIRST && !isWhole && (
        <p className={styles['more']}>
          <TextButton onClick={() => setWhole(true)}>{t('traffic_manage.more', { n: rows.length })}</TextButton>
        </p>
      )}
    </Card>
  )
}

function billed(row: TrafficRank): number {
  return row.billed_u + row.billed_d
}
