import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import { adminListSignIns, type SignIn, type SignInResult } from '@portico/contract/sign-ins-admin'
import { MemberLink } from '../accounts/member-link.tsx'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { countryName } from '../ui/format/country-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'

const signIns = listOf(adminListSignIns)
const TONES: Record<SignInResult, Tone> = {
  signed_in: 'good',
  registered: 'good',
  signed_out: 'quiet',
  wrong_password: 'warn',
  unknown_address: 'warn',
  banned: 'bad',
  limited: 'bad',
  challenged: 'warn',
  more: 'busy',
}

/** Who signed in, who signed out, and who tried to sign in. */
export function SignInsTab() {
  const t = useT()
  const lang = useStore(language)
  const list = useList(signIns)
  const result = ({ result: of, attempts }: SignIn): string => (of === 'more' ? t('sign_in.more', { n: attempts }) : t(`sign_in.${of}`))
  return (
    <>
      <FilterBar {...list.bar} hidden={false}>
        <SearchField label={t('sign_in.search')} {...list.filter('q')} onChange={(q) => list.change({ q, account_id: undefined })} />
        <FilterChip
          label={t('sign_in.result')}
          {...list.choice('result', (value) => t(value === 'more' ? 'sign_in.counted' : `sign_in.${value}`))}
        />
        <SearchField label={t('sign_in.search_network')} {...list.filter('network')} />
        <DayFilter {...list.days} />
      </FilterBar>
      <DataTable
        label={t('log.tab_sign_ins')}
        {...list.table}
        columns={[
          { header: t('log.at'), render: (row) => <DateTime value={row.at} part="second" />, at: 'what' },
          { header: t('sign_in.account'), render: (row) => <Account row={row} />, at: 'who' },
          { header: t('sign_in.result'), render: (row) => <StatusBadge tone={TONES[row.result]} label={result(row)} />, at: 'state' },
          { header: t('log.ip'), render: (row) => row.ip ?? '–' },
          ...(list.query.data?.has_countries
            ? [{ header: t('log.country'), render: (row: SignIn) => countryName(row.country, lang) }]
            : []),
          { header: t('log.device'), render: (row) => <Device userAgent={row.device} />, lesser: true },
        ]}
      />
    </>
  )
}

function Account({ row }: { row: SignIn }) {
  if (row.account_id === null) return <span className="breaks">{row.typed ?? '–'}</span>
  return <MemberLink id={row.account_id} email={row.email ?? `#${row.account_id}`} />
}

function Device({ userAgent }: { userAgent: string | null }) {
  if (!userAgent) return '–'
  const found = describeDevice(userAgent)
  return <span title={userAgent}>{found ? nameDevice(found) : userAgent}</span>
}
