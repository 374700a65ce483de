import { adminListUsers } from '@portico/contract/accounts-admin'
import { adminNodeNames } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { get, list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'

type Change = { node?: string | undefined; user?: string | undefined }
interface FilterProps {
  node: string | undefined
  user: string | undefined
  /** The e-mail address of the chosen member, if known. */
  userName: string | undefined
  onChange: (change: Change) => void
}

/** Filters by one node or one member. */
export function TrafficFilters({ node, user, userName, onChange }: FilterProps) {
  return (
    <FilterBar active={Boolean(node ?? user)} onClear={() => onChange({ node: undefined, user: undefined })}>
      <NodeSelect value={node} onChange={(next) => onChange({ node: next })} />
      <MemberSelect value={user} name={userName} onChange={(next) => onChange({ user: next })} />
    </FilterBar>
  )
}

interface OneProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function NodeSelect({ value, onChange }: OneProps) {
  const t = useT()
  const may = useMay()
  const { data } = useQuery({ ...get(adminNodeNames, {}), enabled: may('nodes.read') })
  const nodes = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  // The traffic of a deleted node is kept.
  const known = !value || nodes.some((node) => node.value === value)
  return (
    <FilterChip
      label={t('traffic_manage.node')}
      choices={known ? nodes : [...nodes, { value, label: `#${value}` }]}
      value={value}
      onChange={onChange}
    />
  )
}

function MemberSelect({ value, name, onChange }: OneProps & { name: string | undefined }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const may = useMay()
  const { data } = useQuery({ ...list(adminListUsers, { query: { q: typed || undefined, page_size: 20 } }), enabled: may('members.read') })
  const found = (data?.items ?? []).map((user) => ({ value: String(user.id), label: user.label }))
  const known = !value || found.some((user) => user.value === value)
  return (
    <FilterChip
      label={t('traffic_manage.member')}
      choices={known ? found : [{ value, label: name ?? `#${value}` }, ...found]}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
    />
  )
}
