import { Button, Menu } from '@mantine/core'
import { adminListTemplates, type TemplateKind, type TemplateVersion } from '@portico/contract/templates-admin'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/confirm.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useRollOut } from './use-roll-out.ts'

const Compared = lazyDialog(async () => (await import('./version-dialogs.tsx')).Compared)
const Share = lazyDialog(async () => (await import('./version-dialogs.tsx')).Share)

const TONES: Record<TemplateVersion['state'], Tone> = { active: 'good', draft: 'busy', retired: 'quiet' }

const versions = listOf(adminListTemplates)

/** Every stored version: who gets it, how it differs, and a way to restore it. */
export function TemplateVersions({ format, onOpen }: { format: TemplateKind; onOpen: (version: number) => void }) {
  const t = useT()
  const list = useList(versions, { format })
  const [compared, setCompared] = useState<number | null>(null)
  const [slid, setSlid] = useState<TemplateVersion | null>(null)
  const isAnyLive = list.query.data?.items.some((row) => row.state === 'active') ?? false
  const rollOut = useRollOut(format)
  const toBuiltIn = async (): Promise<void> => {
    const question = { title: t('templates.reset_title'), text: t('templates.reset_text'), confirm: t('templates.reset'), danger: true }
    if (await confirm(question)) rollOut.mutate({ version: 0, percent: 100 })
  }
  const giveAll = async (version: number): Promise<void> => {
    const question = {
      title: t('templates.publish_title', { n: version }),
      text: t('templates.publish_text'),
      confirm: t('templates.publish'),
    }
    if (await confirm(question)) rollOut.mutate({ version, percent: 100 })
  }
  const columns: Column<TemplateVersion>[] = [
    { header: t('templates.number'), render: (row) => row.version, at: 'much' },
    { header: t('templates.note'), render: (row) => row.note, at: 'who' },
    { header: t('templates.author'), render: (row) => row.author, at: 'what' },
    { header: t('templates.created'), render: (row) => <DateTime value={row.created_at} /> },
    {
      header: t('templates.state'),
      render: (row) => (
        <StatusBadge
          tone={TONES[row.state]}
          label={row.state === 'active' ? t('templates.state_active', { n: row.rollout_percent }) : t(`templates.state_${row.state}`)}
        />
      ),
      at: 'state',
    },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) => (
        <RowMenu name={String(row.version)} busy={rollOut.isPending}>
          <Menu.Item onClick={() => onOpen(row.version)}>{t('action.edit')}</Menu.Item>
          <Menu.Item onClick={() => setCompared(row.version)}>{t('templates.compare')}</Menu.Item>
          {row.rollout_percent < 100 && (
            <Allowed to="clients.write">
              <Menu.Item onClick={() => setSlid(row)}>{t('templates.share')}</Menu.Item>
              <Menu.Item onClick={() => void giveAll(row.version)}>
                {row.state === 'retired' ? t('templates.return') : t('templates.publish')}
              </Menu.Item>
            </Allowed>
          )}
        </RowMenu>
      ),
    },
  ]
  return (
    <Card
      title={t('templates.versions')}
      flush
      aside={
        isAnyLive && (
          <Allowed to="clients.write">
            <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={rollOut.isPending} onClick={() => void toBuiltIn()}>
              {t('templates.reset')}
            </Button>
          </Allowed>
        )
      }
    >
      <DataTable
        label={t('templates.versions')}
        {...list.table}
        columns={columns}
        rowKey={(row) => row.version}
        empty={{ title: t('templates.empty'), text: t('templates.empty_text') }}
      />
      {compared !== null && <Compared format={format} version={compared} onClose={() => setCompared(null)} />}
      {slid && <Share row={slid} onClose={() => setSlid(null)} />}
    </Card>
  )
}
