import { Select } from '@mantine/core'
import { adminListRedeemBatches, adminListRedeemTemplates } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'

interface FilterProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** An id from the URL, or undefined. */
export function idOf(text: string | undefined): string | undefined {
  return text && /^\d{1,15}$/.test(text) ? text : undefined
}

/** Filters by one kind of code. */
export function TemplateFilter({ value, onChange }: FilterProps) {
  const t = useT()
  const { data } = useQuery(get(adminListRedeemTemplates, {}))
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return <Choice label={t('codes_manage.template')} any={t('codes_manage.any_template')} {...{ choices, value, onChange }} />
}

/** Filters by one batch. `template` narrows the choice. */
export function BatchFilter({ template, value, onChange }: FilterProps & { template: string | undefined }) {
  const t = useT()
  const { data } = useQuery(get(adminListRedeemBatches, { query: { page_size: 100, template_id: template } }))
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} #${id}` }))
  return <Choice label={t('codes_manage.batch')} any={t('codes_manage.any_batch')} {...{ choices, value, onChange }} />
}

function Choice({
  label,
  any,
  choices,
  value,
  onChange,
}: FilterProps & { label: string; any: string; choices: { value: string; label: string }[] }) {
  const t = useT()
  // The URL may ask for one that is older than those listed here.
  const known = !value || choices.some((choice) => choice.value === value)
  return (
    <Select
      aria-label={label}
      placeholder={any}
      clearable
      searchable
      nothingFoundMessage={t('menu.search_empty')}
      data={known ? choices : [...choices, { value, label: `#${value}` }]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
