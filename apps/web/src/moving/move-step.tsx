import { Button } from '@mantine/core'
import { adminListImports, adminStartImport, type Import } from '@portico/contract/imports-admin'
import { adminMovingChecklist } from '@portico/contract/moving-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Again, inputOf } from './again.ts'
import { DatabaseAgain } from './database-again.tsx'
import styles from './moving.module.css'

interface MoveProps {
  again: Again
  rehearsal: Import | null
  isEmpty: boolean
  isBusy: boolean
}

/** Asks whom it concerns and what is not done yet, then moves. */
export function MoveStep({ again, rehearsal, isEmpty, isBusy }: MoveProps) {
  const t = useT()
  const { data } = useQuery(get(adminMovingChecklist, {}))
  const open = data?.items.filter(({ state }) => state === 'open').length ?? 0
  const count = (name: string): number => Number(again.from.sums.find((sum) => sum.name === name)?.old ?? 0)
  const warnings = [
    ...(rehearsal ? [] : [t('moving.ask_unrehearsed')]),
    ...((rehearsal?.comparison?.count ?? 0) > 0 ? [t('moving.ask_differs', { n: rehearsal?.comparison?.count ?? 0 })] : []),
    ...(open > 0 ? [t('moving.ask_open', { n: open })] : []),
  ]
  const start = useSave({
    ask: {
      title: t('moving.ask', { n: count('members') }),
      text: [t('moving.ask_text', { active: count('active') }), ...warnings].join(' '),
      confirm: t('moving.ask_yes'),
      danger: warnings.length > 0,
    },
    send: () => call(adminStartImport, { body: inputOf(again, 'move') }),
    changes: [adminListImports],
  })
  if (!isEmpty)
    return (
      <Banner tone="warn" title={t('moving.not_empty')}>
        {t('moving.not_empty_text')}
      </Banner>
    )
  return (
    <>
      <DatabaseAgain again={again} />
      <div className={styles['actions']}>
        <Button
          variant={rehearsal ? 'filled' : 'default'}
          loading={start.isPending}
          disabled={isBusy || (!again.isFile && again.database.trim() === '')}
          onClick={() => start.mutate()}
        >
          {t('moving.start_move')}
        </Button>
      </div>
    </>
  )
}
