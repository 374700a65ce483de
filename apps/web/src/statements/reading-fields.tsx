import { MultiSelect, NumberInput, Select } from '@mantine/core'
import {
  DateOrder,
  DecimalSign,
  type StatementColumns,
  StatementEncoding,
  type StatementImport,
  StatementSeparator,
} from '@portico/contract/statements-imports-admin'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import styles from './statements.module.css'
import { useReading } from './use-reading.ts'

const ENCODINGS: Record<StatementEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GBK / GB18030',
  'windows-1252': 'Windows-1252',
}
const COLUMNS = [
  'date',
  'time',
  'zone',
  'amount',
  'money_in',
  'money_out',
  'currency',
  'direction',
  'status',
  'refunded',
  'fee',
  'reference',
] as const

/** How a file is read. Each change reads it again at once. */
export function ReadingFields({ of }: { of: StatementImport }) {
  const t = useT()
  const { reading, headings } = of
  const save = useReading(of.id)
  const [line, setLine] = useState<number | string>(reading.heading_line)
  const common = { disabled: save.isPending, allowDeselect: false }
  const setColumns = (change: Partial<StatementColumns>): void => save.mutate({ columns: { ...reading.columns, ...change } })
  const cells = headings.map((heading, place) => ({
    value: String(place),
    label: heading ? `${place + 1}. ${heading}` : String(place + 1),
  }))
  const applyLine = (): void => {
    if (typeof line === 'number' && line !== reading.heading_line) save.mutate({ heading_line: line })
  }
  return (
    <details className={styles['part']} open={of.missing.length > 0 || undefined}>
      <summary>{t('statements.reading')}</summary>
      <div className={styles['fields']}>
        <Select
          label={t('statements.encoding')}
          data={StatementEncoding.options.map((value) => ({ value, label: ENCODINGS[value] }))}
          value={reading.encoding}
          onChange={(value) => save.mutate({ encoding: value as StatementEncoding })}
          {...common}
        />
        <Select
          label={t('statements.separator')}
          data={StatementSeparator.options.map((value) => ({ value, label: t(`statements.separator_${value}`) }))}
          value={reading.separator}
          onChange={(value) => save.mutate({ separator: value as StatementSeparator })}
          {...common}
        />
        <Select
          label={t('statements.decimal')}
          data={DecimalSign.options.map((value) => ({ value, label: t(`statements.decimal_${value}`) }))}
          value={reading.decimal}
          onChange={(value) => save.mutate({ decimal: value as DecimalSign })}
          {...common}
        />
        <Select
          label={t('statements.date_order')}
          data={DateOrder.options.map((value) => ({ value, label: t(`statements.date_order_${value}`) }))}
          value={reading.date_order}
          onChange={(value) => save.mutate({ date_order: value as DateOrder })}
          {...common}
        />
        <NumberInput
          label={t('statements.heading_line')}
          value={line}
          onChange={setLine}
          onBlur={applyLine}
          min={1}
          max={1000}
          allowDecimal={false}
          disabled={save.isPending}
        />
      </div>
      <h3>{t('statements.columns')}</h3>
      <div className={styles['fields']}>
        {COLUMNS.map((name) => (
          <Select
            key={name}
            label={t(`statements.column_${name}`)}
            data={cells}
            placeholder={t('statements.column_none')}
            clearable
            value={reading.columns[name]?.toString() ?? null}
            onChange={(value) => setColumns({ [name]: value === null ? null : Number(value) })}
            disabled={save.isPending}
          />
        ))}
        <MultiSelect
          label={t('statements.column_texts')}
          data={cells}
          value={reading.columns.texts.map(String)}
          onChange={(values) => setColumns({ texts: values.map(Number) })}
          disabled={save.isPending}
        />
      </div>
    </details>
  )
}
