import { adminListSignIns, type SignIn, SignInResult } from '@portico/contract/sign-ins-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import { MemberLink } from '../accounts/member-link.tsx'
import { list } from '../api/query.ts'
import { useStore } from '../store.ts'
import { language, useT } from '../i18n.ts'
import { countryName } from '../ui/format/country-name.ts'
import { CursorFooter } from '../ui/table/cursor-footer.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { choice, day, rowId, text, usePageSearch } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const Search = z.object({ before: rowId, account: rowId, q: text, result: choice(SignInResult.options), network: text, from: day, to: day })
const NONE = { account: undefined, q: undefined, result: undefined, network: undefined, from: undefined, to: undefined }
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
  const [{ before, account, ...filter }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListSignIns, { query: { before, account_id: account, ...filter } }))
  const filtered = account !== undefined || Object.values(filter).some((value) => value !== undefined)
  const result = ({ result: of, attempts }: SignIn): string => (of === 'more' ? t('sign_in.more', { n: attempts }) : t(`sign_in.${of}`))
  const columns: Column<SignIn>[] = [
    { header: t('log.at'), render: (row) => <DateTime value={row.at} part="second" />, at: 'what' },
    { header: t('sign_in.account'), render: (row) => <Account row={row} />, at: 'who' },
    { header: t('sign_in.result'), render: (row) => <StatusBadge tone={TONES[row.result]} label={result(row)} />, at: 'state' },
    { header: t('log.ip'), render: (row) => row.ip ?? '–' },
    ...(query.data?.has_countries ? [{ header: t('log.country'), render: (row: SignIn) => countryName(row.country, lang) }] : []),
    { header: t('log.device'), render: (row) => <Device userAgent={row.device} />, lesser: true },
  ]
  return (
    <>
      <FilterBar active={filtered || before !== undefined} onClear={() => change(NONE)}>
        <SearchField label={t('sign_in.search')} value={filter.q ?? ''} onChange={(q) => change({ q, account: undefined })} />
        <FilterChip
          label={t('sign_in.result')}
          choices={SignInResult.options.map((value) => ({ value, label: t(value === 'more' ? 'sign_in.counted' : `sign_in.${value}`) }))}
          value={filter.result}
          onChange={(value) => change({ result: value })}
        />
        <SearchField label={t('sign_in.search_network')} value={filter.network ?? ''} onChange={(network) => change({ network })} />
        <DayFilter from={filter.from} to={filter.to} onChange={(days) => change(days)} />
      </FilterBar>
      <DataTable
        label={t('log.tab_sign_ins')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        empty={filtered || before !== undefined ? <NothingFits onClear={() => change(NONE)} /> : <EmptyState title={t('state.empty')} />}
        footer={<CursorFooter before={before} next={query.data?.next} onGo={(next) => change({ before: next })} />}
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
