import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { adminGetNode, adminListNodes, type AdminNode } from '@portico/contract/nodes-admin'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { TimeField } from '../ui/form/time-field.tsx'
import type { NodeFormApi } from './node-form.ts'
import styles from './nodes-manage.module.css'

const MAX_RANGES = 24

/** Rates that apply only at certain hours. */
export function RateRanges({ form }: { form: NodeFormApi }) {
  const t = useT()
  const ranges = form.values.rate_ranges
  const all = form.errors['rate_ranges']
  return (
    <FormSection title={t('node_manage.ranges')} text={t('node_manage.ranges_text')}>
      {ranges.map(({ start, end }, i) => (
        // A row's position is its only identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className={styles['range']} role="group" aria-label={t('node_manage.range_n', { n: i + 1 })}>
          <TimeField {...fieldOf(form, `rate_ranges.${i}.start`, t('node_manage.range_from'))} value={start} />
          <TimeField {...fieldOf(form, `rate_ranges.${i}.end`, t('node_manage.range_to'))} value={end} />
          <TextInput inputMode="decimal" leftSection="×" {...fieldOf(form, `rate_ranges.${i}.rate`, t('node_manage.rate'))} />
          <ActionIcon
            variant="subtle"
            color="red.8"
            size="lg"
            aria-label={t('node_manage.range_remove', { n: i + 1 })}
            onClick={() => {
              form.clearErrors()
              form.removeListItem('rate_ranges', i)
            }}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      {all && (
        <div role="alert" className={styles['warn']}>
          {all}
        </div>
      )}
      {ranges.length < MAX_RANGES && (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => form.insertListItem('rate_ranges', { start: '', end: '', rate: form.values.rate })}
          >
            {t('node_manage.range_add')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

/** The node's own traffic quota. */
export function NodeQuota({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title={t('node_manage.quota_title')}>
      <FieldRow>
        <NumberInput
          suffix=" GB"
          min={0}
          decimalScale={3}
          {...fieldOf(form, 'quota', t('node_manage.quota'), t('node_manage.quota_text'))}
        />
        <NumberInput
          min={1}
          max={31}
          clampBehavior="none"
          allowDecimal={false}
          {...fieldOf(form, 'quota_reset_day', t('node_manage.quota_day'), t('node_manage.quota_day_text'))}
        />
      </FieldRow>
    </FormSection>
  )
}

const labelOf = ({ id, shown_name: name }: AdminNode): string => `${name} (#${id})`

/** The node this one is an entrance to. Only one level: an entrance cannot be chosen, nor can the node itself. */
export function ParentNode({ form, node }: { form: NodeFormApi; node: AdminNode | null }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const parent = node?.parent_id ?? null
  const { data } = useQuery(list(adminListNodes, { query: { q: typed || undefined } }))
  const { data: own } = useQuery({ ...get(adminGetNode, { params: { id: parent ?? 0 } }), enabled: parent !== null })
  const hasChildren = node !== null && node.entrances > 0
  const found = (data?.items ?? []).filter((other) => other.parent_id === null && other.id !== node?.id)
  const choices = own && !found.some(({ id }) => id === own.id) ? [own, ...found] : found
  return (
    <Select
      placeholder={t('node_manage.parent_none')}
      data={choices.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      disabled={hasChildren}
      searchable
      // Among the first ones at once; of many, the server finds more.
      onSearchChange={(text) => setTyped(choices.some((one) => text === labelOf(one)) ? '' : text)}
      clearable
      nothingFoundMessage={t('menu.search_empty')}
      {...fieldOf(
        form,
        'parent_id',
        t('node_manage.parent'),
        t(hasChildren ? 'node_manage.parent_has_children' : 'node_manage.parent_text'),
      )}
    />
  )
}
