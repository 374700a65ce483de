import { Radio, Select, Stack } from '@mantine/core'
import { DateOrder, DecimalSign, type StatementImport, type StatementQuestion } from '@portico/contract/statements-imports-admin'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useReading } from './use-reading.ts'

/** Questions that the file leaves open; importing waits for answers. */
export function Questions({ of }: { of: StatementImport }) {
  const t = useT()
  return (
    <>
      {of.missing.map((column) => (
        <Banner key={column} tone="warn" title={t(`statements.missing_${column}`)} />
      ))}
      {of.questions.map((question) =>
        question.about === 'number' ? (
          <NumberQuestion key="number" of={of} />
        ) : (
          <Question key={question.about} of={of} question={question} />
        ),
      )}
    </>
  )
}

/** Asks which column contains our number. The answer is kept for the next file with these headings. */
function NumberQuestion({ of }: { of: StatementImport }) {
  const t = useT()
  const save = useReading(of.id)
  const { columns } = of.reading
  const choices = of.headings.map((heading, place) => ({ value: String(place), label: heading || String(place + 1) }))
  return (
    <Banner
      tone="warn"
      title={t('statements.ask_number')}
      body={
        <Select
          label={t('statements.ask_number_text')}
          data={[...choices, { value: '', label: t('statements.column_none') }]}
          value={null}
          onChange={(value) => save.mutate({ columns: { ...columns, texts: value ? [Number(value)] : [] } })}
          disabled={save.isPending}
        />
      }
    />
  )
}

function Question({ of, question: { about, example } }: { of: StatementImport; question: StatementQuestion }) {
  const t = useT()
  const save = useReading(of.id)
  const choices = about === 'decimal' ? DecimalSign.options : DateOrder.options
  return (
    <Banner
      tone="warn"
      title={t(`statements.ask_${about === 'decimal' ? 'decimal' : 'date_order'}`, { example })}
      body={
        <Radio.Group
          label={t('statements.ask_text')}
          value={null}
          onChange={(value) => save.mutate(about === 'decimal' ? { decimal: value as DecimalSign } : { date_order: value as DateOrder })}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`statements.${about}_${value}` as 'statements.decimal_point')}
                disabled={save.isPending}
              />
            ))}
          </Stack>
        </Radio.Group>
      }
    />
  )
}
