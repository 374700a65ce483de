import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  adminListImports,
  adminStartImport,
  type Import,
  type ImportInput,
  type ImportOption,
  type ImportOverview,
} from '@portico/contract/imports-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { t as translate, useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { Segments } from '../ui/plain/segments.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { useSave } from '../ui/use-save.ts'
import { FileChoice } from './file-choice.tsx'
import styles from './moving.module.css'
import { PanelChoice } from './panel-choice.tsx'

interface SourceForm extends Record<string, unknown> {
  source: string
  way: 'file' | 'database'
  file: string | null
  options: Record<string, string>
}
interface SourceProps {
  overview: ImportOverview
  look: Import | null
  isBusy: boolean
  database: string
  setDatabase: (address: string) => void
}

/** Which panel it is and where its data are. Once looked at, one line, until another is wanted. */
export function SourceStep(props: SourceProps) {
  const t = useT()
  const { look, overview } = props
  const [isOpen, setOpen] = useState(look === null)
  if (isOpen || look === null) return <SourceFields {...props} />
  const panel = overview.panels.find(({ source }) => source === look.source)
  return (
    <p>
      <strong>{[panel?.title ?? look.source, look.version].filter(Boolean).join(' ')}</strong> · <code>{look.from}</code> ·{' '}
      <TextButton onClick={() => setOpen(true)}>{t('moving.source_change')}</TextButton>
    </p>
  )
}

function SourceFields({ overview: { panels, files }, look, isBusy, database, setDatabase }: SourceProps) {
  const t = useT()
  const form = useForm<SourceForm>({
    initialValues: {
      source: look?.source ?? panels[0]?.source ?? '',
      way: !look || files.some(({ name }) => name === look.from) ? 'file' : 'database',
      file: files.find(({ name }) => name === look?.from)?.name ?? files[0]?.name ?? null,
      options: Object.fromEntries(panels.flatMap(({ options }) => options.map((option) => [option, look?.options[option] ?? '']))),
    },
    validate: {
      file: (file, { way }) => (way === 'file' && !file ? translate('moving.need_file') : null),
    },
  })
  const { source, way, options } = form.values
  const panel = panels.find((one) => one.source === source)
  const hasServer = panel?.reads.some((kind) => kind === 'mysql' || kind === 'postgres') ?? false
  const readsServer = way === 'database' && hasServer
  const [fault, setFault] = useState('')
  const start = useSave({
    send: (body: ImportInput) => call(adminStartImport, { body }),
    changes: [adminListImports],
    form,
  })
  const submit = ({ file }: SourceForm): void => {
    if (readsServer && database.trim() === '') return setFault(t('moving.need_database'))
    setFault('')
    const given = (panel?.options ?? []).flatMap((option) => (options[option]?.trim() ? [[option, options[option].trim()]] : []))
    start.mutate({
      action: 'look',
      file: readsServer ? null : file,
      database: readsServer ? database.trim() : null,
      source: panel?.source ?? null,
      options: Object.fromEntries(given) as ImportInput['options'],
      choices: {},
    })
  }
  return (
    <form className={styles['form']} onSubmit={form.onSubmit(submit)} noValidate>
      <PanelChoice panels={panels} value={source} onChange={(next) => form.setFieldValue('source', next)} />
      {panel && <p className={styles['bring']}>{t(`moving.bring_${panel.source}`)}</p>}
      {hasServer && (
        <div>
          <Segments
            label={t('moving.way')}
            value={way}
            options={[
              { value: 'file', label: t('moving.way_file') },
              { value: 'database', label: t('moving.way_database') },
            ]}
            onChange={(next) => form.setFieldValue('way', next)}
          />
        </div>
      )}
      {readsServer ? (
        <TextInput
          label={t('moving.database')}
          description={t('moving.database_text')}
          placeholder={panel?.reads.includes('mysql') ? 'mysql://reader:…@127.0.0.1/v2board' : 'postgres://reader:…@127.0.0.1/panel'}
          autoComplete="off"
          value={database}
          error={fault || form.errors['database']}
          onChange={(event) => setDatabase(event.currentTarget.value)}
        />
      ) : (
        <FileChoice
          files={files}
          value={form.values.file}
          error={form.errors['file']}
          onChange={(name) => form.setFieldValue('file', name)}
        />
      )}
      {panel?.options.map((option) => (
        <OptionField key={option} option={option} form={form} />
      ))}
      <div className={styles['actions']}>
        <Button type="submit" loading={start.isPending} disabled={isBusy}>
          {t('moving.start_look')}
        </Button>
        <span className="quiet small">{t('moving.look_reads')}</span>
      </div>
    </form>
  )
}

function OptionField({ option, form }: { option: ImportOption; form: Parameters<typeof fieldOf>[0] }) {
  const t = useT()
  const secret = option === 'site_salt' ? { autoComplete: 'off' } : {}
  return (
    <TextInput
      {...secret}
      {...fieldOf(form, `options.${option}`, t(`moving.option_${option}`), t(`moving.option_${option}_text`, { token: '{token}' }))}
    />
  )
}
