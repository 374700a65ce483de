import { Button, Menu } from '@mantine/core'
import { adminReadMonth, adminRemoveGatewayEntry, type GatewayEntry, type Month, type MonthGateway } from '@portico/contract/months-admin'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import { FiguresCard } from './figures-card.tsx'
import styles from './months.module.css'

const GatewayEntryForm = lazyDialog(async () => (await import('./gateway-entry-form.tsx')).GatewayEntryForm)

const PARTS = ['opening', 'received', 'refunded', 'charged_back', 'came_back', 'costs', 'payouts', 'closing'] as const

/** Expected balance at each gateway, with entered costs and payouts. */
export function GatewaysCard({ of: { month, gateways, entries, methods } }: { of: Month }) {
  const t = useT()
  const [entering, setEntering] = useState(false)
  const enter = (
    <Allowed to="money.book">
      <Button variant="default" size="compact-md" leftSection={<IconPlus size={16} />} onClick={() => setEntering(true)}>
        {t('month.enter')}
      </Button>
    </Allowed>
  )
  return (
    <FiguresCard
      title={t('month.gateways')}
      empty={t('month.gateways_empty')}
      notes={[t('month.gateways_text')]}
      aside={methods.length > 0 && enter}
      heading={t('month.method')}
      rows={gateways}
      renderName={({ method, currency }) => (
        <>
          {method} <small>{currency}</small>
        </>
      )}
      figures={PARTS.map((name) => ({
        label: t(`month.${name}`),
        value: (row: MonthGateway) => row[name],
        isResult: name === 'closing',
      }))}
    >
      {entries.length > 0 && (
        <ul className={styles['entries']} aria-label={t('month.entries')}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {entering && <GatewayEntryForm month={month} methods={methods} onClose={() => setEntering(false)} />}
    </FiguresCard>
  )
}

function Entry({ entry }: { entry: GatewayEntry }) {
  const t = useT()
  const name = t(`month.kind_${entry.kind}`)
  const removing = useSave({
    ask: { title: t('month.remove_ask'), confirm: t('action.delete'), danger: true },
    send: () => call(adminRemoveGatewayEntry, { params: { id: entry.id } }),
    done: t('month.removed'),
    changes: [adminReadMonth],
  })
  return (
    <li>
      <DateTime value={entry.happened_at} part="day" />
      <span>
        {entry.method} · {name}
        <small>{[entry.note, entry.by].filter(Boolean).join(' · ')}</small>
      </span>
      <Money amount={entry.amount} currency={entry.currency} />
      <Allowed to="money.book">
        <RowMenu name={name} busy={removing.isPending}>
          <Menu.Item color="var(--bad-text)" onClick={() => removing.mutate()}>
            {t('action.delete')}
          </Menu.Item>
        </RowMenu>
      </Allowed>
    </li>
  )
}
