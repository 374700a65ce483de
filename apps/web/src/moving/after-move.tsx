import { Button } from '@mantine/core'
import {
  adminExportGoBack,
  adminListImports,
  adminStartImport,
  GO_BACK_PARTS,
  type GoBackPart,
  type Import,
  type ImportOverview,
} from '@portico/contract/imports-admin'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { ActionList } from '../ui/action-list.tsx'
import { Card } from '../ui/card.tsx'
import { CsvButton, exportOptions } from '../ui/table/csv-button.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'
import { Arrivals } from './arrivals.tsx'
import { EveningList } from './evening-list.tsx'
import { FileChoice } from './file-choice.tsx'
import { Findings } from './findings.tsx'
import styles from './moving.module.css'
import type { Stage } from './stage.ts'
import { Sums } from './sums.tsx'

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
      <Part title={t('moving.arrivals')}>
        <Arrivals />
      </Part>
      <Part title={t('moving.evening')} text={t('moving.evening_after')}>
        <EveningList />
      </Part>
      <Part title={t('moving.catch_up')} text={t('moving.catch_up_text')}>
        <CatchUp stage={stage} move={move} overview={overview} />
      </Part>
      {overview.back_until !== null && (
        <Part title={t('moving.back')} text={t('moving.back_text')}>
          <GoBack
            move={move}
            sql={overview.panels.find(({ source }) => source === move.source)?.back_sql ?? []}
            until={overview.back_until}
          />
        </Part>
      )}
      <Part title={t('moving.moved')}>
        <Sums of={move} />
        <Findings of={move} choices={move.choices} />
      </Part>
    </div>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={styles['body']}>
        {text && <p className="quiet">{text}</p>}
        {children}
      </div>
    </Card>
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
      <FileChoice files={files} value={file} onChange={setFile} />
      <div className={styles['actions']}>
        <Button variant="default" loading={start.isPending} disabled={file === null || running !== null} onClick={() => start.mutate()}>
          {t('moving.start_catch_up')}
        </Button>
      </div>
    </div>
  )
}

/** What changed here since the move, for as long as one may return. */
function GoBack({ move: { id }, sql, until }: { move: Import; sql: GoBackPart[]; until: string }) {
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
              {sql.includes(part) && <SqlButton id={id} part={part} />}
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

/** The same as statements of the old panel's database. */
function SqlButton({ id, part }: { id: number; part: GoBackPart }) {
  const t = useT()
  const save = useSave({
    send: () => call(adminExportGoBack, { params: { id }, query: { part, form: 'sql' } }, exportOptions),
    done: ({ rows }) => t('moving.statements', { n: rows }),
    after: ({ csv }) => saveFile(`go-back-${part}.sql`, csv, 'application/sql'),
  })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
      SQL
    </Button>
  )
}
