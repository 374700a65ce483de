import type { ImportOverview } from '@portico/contract/imports-admin'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { text, usePageSearch } from '../ui/page-search.ts'
import { StepMark, type StepState } from '../ui/stone/step-mark.tsx'
import { EveningList } from './evening-list.tsx'
import { Findings } from './findings.tsx'
import { MoveStep } from './move-step.tsx'
import styles from './moving.module.css'
import { RehearseStep } from './rehearse-step.tsx'
import { SourceStep } from './source-step.tsx'
import { isStopped, type Stage, STAGES, type StageName } from './stage.ts'
import { Sums } from './sums.tsx'

/** The choices that differ from those of the look, as `code:choice,…`. */
const Search = z.object({ choices: text })

interface StepsProps {
  stage: Stage
  overview: ImportOverview
}

/** The steps of a move with what each has found, and what to do next. */
export function MovingSteps({ stage, overview }: StepsProps) {
  const { look, rehearsal, done, running } = stage
  const [search, change] = usePageSearch(Search)
  // Never in the page's address or on the server: a password is in it.
  const [database, setDatabase] = useState('')
  const made = Object.fromEntries((search.choices ?? '').split(',').flatMap((pair) => (pair.includes(':') ? [pair.split(':', 2)] : [])))
  const choices: Record<string, string> = { ...look?.choices, ...made }
  const choose = (code: string, choice: string): void =>
    change({
      choices: Object.entries({ ...made, [code]: choice })
        .map((pair) => pair.join(':'))
        .join(','),
    })
  const again = look && { from: look, isFile: overview.files.some(({ name }) => name === look.from), choices, database, setDatabase }
  return (
    <ol className={styles['steps']}>
      <Step name="source" done={done}>
        <SourceStep
          key={look?.id}
          overview={overview}
          look={look}
          isBusy={running !== null}
          database={database}
          setDatabase={setDatabase}
        />
      </Step>
      <Step name="look" done={done}>
        {look && (
          <>
            <Sums of={rehearsal ?? look} />
            <Findings of={look} choices={choices} onChoose={choose} />
          </>
        )}
      </Step>
      <Step name="rehearse" done={done}>
        {again && !isStopped(again.from) && <RehearseStep again={again} rehearsal={rehearsal} isBusy={running !== null} />}
      </Step>
      <Step name="evening" done={done}>
        <EveningList />
      </Step>
      <Step name="move" done={done}>
        {again && !isStopped(again.from) && (
          <MoveStep again={again} rehearsal={rehearsal} isEmpty={overview.empty} isBusy={running !== null} />
        )}
      </Step>
    </ol>
  )
}

function Step({ name, done, children }: { name: StageName; done: number; children: ReactNode }) {
  const t = useT()
  const at = STAGES.indexOf(name)
  const state: StepState = at < done ? 'done' : at === done ? 'now' : 'next'
  return (
    <li data-state={state}>
      <StepMark state={state} n={at + 1} />
      <section className={styles['body']} aria-labelledby={`step-${name}`}>
        <div className={styles['title']}>
          <h2 id={`step-${name}`}>{t(`moving.${name}`)}</h2>
        </div>
        <p className="quiet">{t(`moving.${name}_text`)}</p>
        {children}
      </section>
    </li>
  )
}
