import { adminListRedeemBatches, adminListRedeemTemplates } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Choice, FilterChip } from '../ui/table/filter-chip.tsx'

interface FilterProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filters by one kind of code. */
export function TemplateFilter({ value, onChange }: FilterProps) {
  const t = useT()
  const { data } = useQuery(get(adminListRedeemTemplates, {}))
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return <FilterChip label={t('codes_manage.template')} choices={withChosen(choices, value)} value={value} onChange={onChange} />
}

/** Filters by one batch. `template` narrows the choice. */
export function BatchFilter({ template, value, onChange }: FilterProps & { template: number | undefined }) {
  const t = useT()
  const { data } = useQuery(get(adminListRedeemBatches, { query: { page_size: 100, template_id: template } }))
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} #${id}` }))
  return <FilterChip label={t('codes_manage.batch')} choices={withChosen(choices, value)} value={value} onChange={onChange} />
}

/** Choices with the one in the URL, which may be older than those listed. */
function withChosen(choices: Choice<string>[], value: string | undefined): Choice<string>[] {
  return !value || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: `#${value}` }]
}
