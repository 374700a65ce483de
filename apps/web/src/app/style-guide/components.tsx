import { Button, Checkbox, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { showToast } from '../../toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { Spark } from '../../ui/chart/spark.tsx'
import { countScale } from '../../ui/chart/scale.ts'
import { Drawing, type DrawingName } from '../../ui/stone/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Face } from '../../ui/face.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Gauge } from '../../ui/stone/gauge.tsx'
import { Meter } from '../../ui/meter.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import styles from './style-guide.module.css'

const DRAWINGS: DrawingName[] = ['receipt', 'bell', 'search', 'start', 'broken', 'done']
const KINDS = ['success', 'info', 'warning', 'error'] as const
const VALUES = [12, 20, 8, 30, 41, 26, 18, 22, 35, 28, 40, 31]
const ROWS = [
  { id: 'MWPXGDKU4D7H', member: 'zhou.min@example.com', amount: '¥12.82', tone: 'good', state: 'Completed' },
  { id: 'MWK7OYWD0ODA', member: 'harper@example.com', amount: '¥300.00', tone: 'warn', state: 'To review' },
  { id: 'MW7CQAME0H6R', member: 'sato.k@example.com', amount: '¥76.00', tone: 'bad', state: 'Refunded' },
] as const
const noop = (): void => {}

export function Components() {
  return (
    <div className="sections">
      <PageHeader title="Page header" text="One primary button in a view, at the top right.">
        <Button variant="default">Export</Button>
        <Button>Create</Button>
      </PageHeader>
      <Card title="Buttons and fields">
        <div className={styles['row']}>
          <Button>Pay ¥241.60</Button>
          <Button variant="default">Export</Button>
          <Button variant="subtle">Cancel</Button>
          <Button variant="outline" color="red">
            Refund
          </Button>
          <Button disabled>Waiting</Button>
          <button type="button" className={buttonClass('primary', 'large')}>
            Create account
          </button>
          <button type="button" className={buttonClass('outline')}>
            See plans
          </button>
        </div>
        <div className={styles['row']}>
          <TextInput label="E-mail" defaultValue="li.na88@example.com" />
          <TextInput label="Price" defaultValue="-5" error="A price is 0 or more." />
          <Select label="Period" data={['Monthly', 'Yearly']} defaultValue="Yearly" />
          <Checkbox label="On" defaultChecked />
          <Switch label="Renew" defaultChecked />
          <SegmentedControl data={['7 days', '30 days', '90 days']} />
        </div>
        <div className={styles['row']}>
          <StatusBadge tone="good" label="Active" />
          <StatusBadge tone="busy" label="Activating" />
          <StatusBadge tone="warn" label="To review" />
          <StatusBadge tone="bad" label="Down" />
          <StatusBadge tone="quiet" label="Unpaid" />
          <Face name="Lin" />
        </div>
      </Card>
      <Card title="Table">
        <DataTable
          label="Orders"
          query={{ data: { items: [...ROWS], total: 3 }, error: null, isPlaceholderData: false, refetch: noop }}
          rowKey={(row) => row.id}
          columns={[
            { header: 'Order', render: (row) => row.id },
            { header: 'Member', render: (row) => row.member },
            { header: 'Amount', align: 'right', render: (row) => row.amount },
            { header: 'Status', render: (row) => <StatusBadge tone={row.tone} label={row.state} /> },
          ]}
        />
      </Card>
      <Card title="Charts and gauges">
        <BarChart
          label="31 orders on the 12th, 5 more than a month before"
          legend={{ name: 'Day', value: 'This month', previous: 'Last month' }}
          bars={VALUES.map((value, i) => {
            const kind = i === 10 ? 'now' : i === 11 ? 'ahead' : i === 4 ? 'warm' : undefined
            return {
              name: `Nov ${i + 1}`,
              value,
              previous: VALUES[11 - i] ?? 0,
              ...(i % 5 === 0 ? { tick: `Nov ${i + 1}` } : {}),
              ...(kind ? { kind } : {}),
            }
          })}
          scale={countScale}
          format={(n) => `${n} orders`}
          adds
        />
        <div className={styles['row']}>
          <div className={styles['spark']}>
            <Spark values={VALUES} previous={VALUES.toReversed()} />
          </div>
          <div className={styles['spark']}>
            <Meter label="Traffic" value={72} max={100} />
          </div>
        </div>
        <div className={styles['halves']}>
          {[
            { left: 0.72, kept: 0.1, text: '86.4' },
            { left: 0.08, kept: 0, text: '8.1' },
          ].map(({ left, kept, text }) => (
            <div key={text} className={left > 0.1 ? `on-ink ${styles['ink']}` : styles['half']}>
              <Gauge label="Traffic left" left={left} kept={kept} pace={0.3}>
                <strong>
                  {text}
                  <small>GB</small>
                </strong>
                <span>left of 120 GB</span>
              </Gauge>
            </div>
          ))}
        </div>
      </Card>
      <Card title="Messages">
        <div className={styles['row']}>
          {KINDS.map((kind) => (
            <Button key={kind} variant="default" onClick={() => showToast({ kind, title: kind, message: 'Nothing was changed.' })}>
              {kind}
            </Button>
          ))}
        </div>
        {(['good', 'warn', 'bad'] as const).map((tone) => (
          <Banner key={tone} tone={tone} title="3 payments to review">
            The oldest waits for 14 minutes.
          </Banner>
        ))}
      </Card>
      <Card title="Facts">
        <Facts>
          <Fact name="Valid until">2027-11-22</Fact>
          <Fact name="Devices">3</Fact>
        </Facts>
      </Card>
      <Card title="Empty and failed">
        <div className={styles['halves']}>
          {DRAWINGS.map((name) => (
            <div key={name} className={styles['cell']}>
              <Drawing name={name} />
              <small>{name}</small>
            </div>
          ))}
        </div>
        <EmptyState title="No orders yet" text="They appear here as soon as somebody buys a plan.">
          <Button variant="default">Assign a plan</Button>
        </EmptyState>
        <ErrorState error={new Error('The connection was lost. What you typed is kept.')} onRetry={noop} />
      </Card>
    </div>
  )
}
