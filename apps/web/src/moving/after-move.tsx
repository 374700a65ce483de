import { Button, Select } from '@mantine/core'
import {
  adminExportGoBack,
  adminListImports,
  adminStartImport,
  GO_BACK_PARTS,
  type Import,
  type ImportOverview,
} from '@portico/contract/imports-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { ActionList } from '../ui/action-list.tsx'
import { Card } from '../ui/card.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { useSave } from '../ui/use-save.ts'
import { Arrivals } from './arrivals.tsx'
import { EveningList } from './evening-list.tsx'
import { Findings } from './findings.tsx'
import styles from './moving.module.css'
import type { Stage } from './stage.ts'
import { Sums } from './sums.tsx'
import { Upload } from './upload.tsx'

interface AfterProps {
  stage: Stage
  move: Import
  overview: ImportOverview
}

/** The day after: who has arrived, what is still to do, what changed over there meanwhile, and the way back. */
export function AfterMove({ stage, move, overview }: AfterProps) {
  const t = useT()
  return (
    <div className="sections">
      <Card title={t('moving.arrivals')}>
        <Arrivals />
      </Card>
      <Card title={t('moving.evening')}>
        <p className="intro">{t('moving.evening_after')}</p>
        <EveningList />
      </Card>
      <Card title={t('moving.catch_up')}>
        <p className="intro">{t('moving.catch_up_text')}</p>
        <CatchUp stage={stage} move={move} overview={overview} />
      </Card>
      {overview.back_until !== null && (
        <Card title={t('moving.back')}>
        <p className="intro">{t('moving.back_text')}</p>
          <GoBack move={move} until={overview.back_until} />
        </Card>
      )}
      <Card title={t('moving.moved')}>
        <Sums of={move} />
        <Findings of={move} choices={move.choices} />
      </Card>
    </div>
  )
}

/** Reads a newer dump and takes over what changed since the one that was moved. */
function CatchUp({ stage: { running }, move, overview: { files } }: AfterProps) {
  const t = useT()
  const [file, setFile] = useState<string | null>(null)
  const { source, options, choices } = move
  const start = useSave({
    ask: { title: t('moving.ask_catch_up'), text: t('moving.ask_catch_up_text'), confirm: t('moving.start_catch_up') },
    send: () => call(adminStartImport, { body: { action: 'catch_up', file, database: null, source, options, choices } }),
    changes: [adminListImports],
  })
  return (
    <div className={styles['form']}>
      <Select
        label={t('moving.file')}
        placeholder={t(files.length === 0 ? 'moving.no_file' : 'form.choose')}
        data={files.map(({ name, bytes }) => ({ value: name, label: `${name} (${formatBytes(bytes)})` }))}
        disabled={files.length === 0}
        value={file}
        onChange={setFile}
      />
      <Upload onStored={setFile} />
      <div className={styles['actions']}>
        <Button variant="default" loading={start.isPending} disabled={file === null || running !== null} onClick={() => start.mutate()}>
          {t('moving.start_catch_up')}
        </Button>
      </div>
    </div>
  )
}

/** What changed here since the move, for as long as one may return. */
function GoBack({ move: { id }, until }: { move: Import; until: string }) {
  const t = useT()
  const zone = useZone()
  return (
    <>
      <p>{t('moving.back_until', { when: formatDateTime(new Date(until), zone) })}</p>
      <ActionList>
        {GO_BACK_PARTS.map((part) => (
          <li key={part}>
            <span>
              <strong>{t(`moving.back_${part}`)}</strong> <span className="quiet">{t(`moving.back_${part}_text`)}</span>
            </span>
            <span className={styles['actions']}>
              <CsvButton
                name={`go-back-${part}`}
                label="CSV"
                load={(options) => call(adminExportGoBack, { params: { id }, query: { part, form: 'csv' } }, options)}
              />
            </span>
          </li>
        ))}
      </ActionList>
    </>
  )
}
