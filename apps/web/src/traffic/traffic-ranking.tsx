import { Skeleton } from '@mantine/core'
import type { TrafficRank } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import styles from './traffic-manage.module.css'

interface RankingProps {
  title: string
  rows: TrafficRank[] | undefined
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Who used the most. A click on a row shows only that one; a click on the chosen row shows all again. */
export function TrafficRanking({ title, rows, chosen, onChoose }: RankingProps) {
  const t = useT()
  const most = Math.max(1, ...(rows ?? []).map(billed))
  return (
    <Card title={title}>
      {!rows && <Skeleton height={160} />}
      {rows?.length === 0 && <p className="quiet">{t('traffic_manage.empty')}</p>}
      <ol className={styles['ranking']}>
        {rows?.map((row) => {
          const active = chosen === String(row.id)
          return (
            <li key={row.id}>
              <button
                type="button"
                aria-pressed={active}
                title={t(active ? 'traffic_manage.show_all' : 'traffic_manage.only', { name: row.name })}
                onClick={() => onChoose(active ? undefined : String(row.id))}
              >
                <span className={styles['bar']} style={{ width: `${(billed(row) / most) * 100}%` }} />
                <span className={styles['who']}>{row.name}</span>
                <span className={styles['amount']}>
                  <strong>{formatBytes(billed(row))}</strong>
                  <small>
                    ↑ {formatBytes(row.billed_u)} ↓ {formatBytes(row.billed_d)}
                  </small>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function billed(row: TrafficRank): number {
  return row.billed_u + row.billed_d
}
