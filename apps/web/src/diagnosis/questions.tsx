import { Button, Radio } from '@mantine/core'
import { Connection, Symptom, type Tried } from '@portico/contract/connection-bundle'
import { fetchDevices } from '@portico/contract/devices'
import { getImportLinks } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import { StepMark } from '../ui/stone/step-mark.tsx'
import { useFoundOnSite } from '../site-search/use-found-on-site.ts'
import { adviceFor } from './advice.ts'
import { useAskSupport } from './ask-support.ts'
import styles from './doctor.module.css'
import { NOTHING_TRIED } from './tried.ts'

const QUESTIONS = 3
/** Usual apps shown; the others unfold. */
const USUAL = 5

type Answers = Pick<Tried, 'app' | 'symptom' | 'connection'>

/** Three questions, one after the other; then what to try, articles, and a ticket that already knows the answers. */
export function Questions() {
  const t = useT()
  const [answers, setAnswers] = useState<Answers>(NOTHING_TRIED)
  const { data: imports } = useQuery(get(getImportLinks, {}, { background: true }))
  const { app, connection, symptom } = answers
  const [shows, setShows] = useState(USUAL)
  const apps = [...new Set(imports?.apps.map(({ name }) => name))]
  const names = [...apps.slice(0, shows), t('doctor.other_app')]
  return (
    <div className={styles['questions']}>
      <h3>{t('doctor.questions')}</h3>
      <Choice
        n={1}
        label={t('doctor.which_app')}
        options={names.map((name) => ({ value: name, label: name }))}
        value={app}
        onChange={(value) => setAnswers({ ...answers, app: value })}
      />
      {apps.length > shows && (
        <TextButton onClick={() => setShows(apps.length)}>{t('subscribe.more_apps', { n: apps.length - shows })}</TextButton>
      )}
      {app !== null && (
        <Choice
          n={2}
          label={t('doctor.what_happens')}
          options={Symptom.options.map((value) => ({ value, label: t(`doctor.symptom_${value}`) }))}
          value={symptom}
          onChange={(value) => setAnswers({ ...answers, symptom: value })}
        />
      )}
      {symptom !== null && (
        <Choice
          n={3}
          label={t('doctor.which_network')}
          options={Connection.options.map((value) => ({ value, label: t(`doctor.network_${value}`) }))}
          value={connection}
          onChange={(value) => setAnswers({ ...answers, connection: value })}
        />
      )}
      {symptom !== null && connection !== null && <Result answers={{ app, symptom, connection }} />}
    </div>
  )
}

function Numbered({ n, text, isDone }: { n: number; text: string; isDone: boolean }) {
  const t = useT()
  return (
    <span className={styles['step']}>
      <StepMark state={isDone ? 'done' : 'now'} n={n} />
      <span className="visually-hidden">{t('doctor.step', { n, of: QUESTIONS })}</span> {text}
    </span>
  )
}

interface ChoiceProps<T extends string> {
  n: number
  label: string
  options: { value: T; label: string }[]
  value: T | null
  onChange: (value: T) => void
}

function Choice<T extends string>({ n, label, options, value, onChange }: ChoiceProps<T>) {
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Radio.Group label={<Numbered n={n} text={label} isDone={value !== null} />} value={value ?? ''} onChange={choose}>
      <div className={styles['choices']}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Radio.Group>
  )
}

function Result({ answers }: { answers: Answers & { symptom: Symptom; connection: Connection } }) {
  const t = useT()
  const ask = useAskSupport()
  const { data: devices } = useQuery(get(fetchDevices, {}, { background: true }))
  const isFull = devices !== undefined && devices.limit !== null && devices.count >= devices.limit
  const values = { app: answers.app ?? '', n: devices?.limit ?? 0 }
  const subject = t(`doctor.symptom_${answers.symptom}`)
  return (
    <>
      <h3>{t('doctor.try')}</h3>
      <ol className={styles['advice']}>
        {adviceFor(answers, isFull).map((key) => (
          <li key={key}>{t(`doctor.advice_${key}`, values)}</li>
        ))}
      </ol>
      <Articles words={t(`doctor.search_${answers.symptom}`)} />
      <div className={styles['support']}>
        <div>
          <h3>{t('doctor.support_title')}</h3>
          <p className="quiet">{t('doctor.support')}</p>
        </div>
        <Button variant="default" onClick={() => ask({ ...answers, subject })}>
          {t('doctor.do_ask')}
        </Button>
      </div>
    </>
  )
}

const ARTICLES = 3

/** Articles that name the problem; nothing if there is none. */
function Articles({ words }: { words: string }) {
  const t = useT()
  const { data } = useFoundOnSite(words)
  const articles = data?.pages[0]?.groups.find(({ kind }) => kind === 'article')?.items.slice(0, ARTICLES) ?? []
  if (articles.length === 0) return null
  return (
    <div className={styles['articles']}>
      <h3>{t('doctor.articles')}</h3>
      <ul>
        {articles.map(({ id, language, path, title }) => (
          <li key={id}>
            <a className="hit" href={path} target="_blank" rel="noopener" lang={language}>
              {title.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
