import { Button } from '@mantine/core'
import type { InviteCode } from '@portico/contract/invites'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './invites.module.css'
import { useMakeCode } from './make-code.ts'

/** The member's invite codes, with their views and uses. */
export function InviteCodes({ invites }: { invites: { codes: InviteCode[]; limit: number } }) {
  const t = useT()
  const make = useMakeCode()
  const { codes, limit } = invites
  const usable = codes.filter((code) => code.usable).length
  const columns: Column<InviteCode>[] = [
    { header: t('invites.code'), render: ({ code }) => <code className={styles['code']}>{code}</code>, at: 'who' },
    { header: t('invites.state'), render: (code) => <State code={code} />, at: 'state' },
    { header: t('invites.views'), render: ({ page_views: views }) => formatNumber(views), align: 'right' },
    {
      header: t('invites.uses'),
      render: ({ uses, max_uses: max }) => (max === null ? formatNumber(uses) : `${formatNumber(uses)} / ${formatNumber(max)}`),
      align: 'right',
    },
    { header: t('invites.created'), render: ({ created_at: at }) => <DateTime value={at} part="day" />, at: 'what' },
    {
      header: t('table.actions'),
      actions: true,
      render: ({ link, usable: works }) => (works ? <CopyButton text={link} label={t('invites.copy_link')} variant="subtle" /> : null),
      align: 'right',
    },
  ]
  const full = usable >= limit
  return (
    <Card
      title={t('invites.codes')}
      aside={
        <Button
          variant="default"
          disabled={full}
          title={full ? t('invites.limit_reached', { n: limit }) : undefined}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {t('invites.make')}
        </Button>
      }
    >
      <p className="intro">{t('invites.codes_text', { n: usable, limit })}</p>
      <DataTable
        label={t('invites.codes')}
        query={{
          data: { items: codes, total: codes.length, page_size: codes.length || 1 },
          error: null,
          isPlaceholderData: false,
          refetch: () => {},
        }}
        columns={columns}
        rowKey={({ code }) => code}
      />
    </Card>
  )
}

function State({ code }: { code: InviteCode }) {
  const t = useT()
  const used = code.max_uses !== null && code.uses >= code.max_uses
  if (code.usable) return <StatusBadge tone="good" label={t(code.max_uses === null ? 'invites.permanent' : 'invites.usable')} />
  return <StatusBadge tone="quiet" label={t(used ? 'invites.used_up' : 'invites.disabled')} />
}
