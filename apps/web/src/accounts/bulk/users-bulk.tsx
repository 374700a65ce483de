import type { ListedUser } from '@portico/contract/accounts-admin'
import type { BulkScope } from '@portico/contract/bulk-changes-admin'
import { useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { BulkBar, BulkButton } from '../../ui/table/bulk/bulk-bar.tsx'
import type { Picked } from '../../ui/table/use-picking.ts'
import { ACT_NEEDS, type BulkName } from '../member/acts.ts'

// Loaded with the first change of several members.
const BulkModal = lazyDialog(async () => (await import('./bulk-modal.tsx')).BulkModal)

const BULK: BulkName[] = ['message', 'extend', 'plan', 'traffic', 'suspend', 'lift']

interface Props {
  picked: Picked<ListedUser>
  /** `total`: how many members the list finds, null: more than it has counted; `filter`: by what. */
  total: number | null
  filter: Extract<BulkScope, { filter: unknown }>['filter']
}

/** Actions for the ticked members, or for all that the list finds. */
export function UsersBulk({ picked, total, filter }: Props) {
  const t = useT()
  const may = useMay()
  const [isAll, setAll] = useState(false)
  const [asked, setAsked] = useState<BulkName | null>(null)
  const count = picked.rows.length
  const takesAll = isAll && count > 0
  const clear = (): void => {
    setAll(false)
    picked.leave([])
  }
  const close = (): void => {
    setAsked(null)
    clear()
  }
  const scope: BulkScope = takesAll ? { filter } : { ids: picked.rows.map(({ id }) => id) }
  return (
    <>
      <BulkBar
        count={count}
        {...(takesAll && { text: total === null ? t('bulk.all_uncounted_picked') : t('bulk.all_picked', { n: total }) })}
        done={0}
        failed={[]}
        onClear={clear}
      >
        {!takesAll && (total === null || total > count) && (
          <BulkButton busy={false} onClick={() => setAll(true)}>
            {total === null ? t('bulk.all_uncounted') : t('bulk.all', { n: total })}
          </BulkButton>
        )}
        {BULK.filter((name) => may(ACT_NEEDS[name])).map((name) => (
          <BulkButton key={name} busy={false} onClick={() => setAsked(name)}>
            {t(`member_page.act_${name}`)}
          </BulkButton>
        ))}
      </BulkBar>
      {asked && <BulkModal name={asked} scope={scope} onClose={close} />}
    </>
  )
}
