import { getGrammarChecker, type GrammarLanguage, type GrammarMatch, MAX_GRAMMAR_LENGTH } from '@portico/contract/grammar'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { get, queryClient } from '../api/query.ts'
import { readToken } from '../api/session.ts'
import { language as siteLanguage, loadMessages, useT } from '../i18n.ts'
import { Prices, usePublicPlans } from '../plans/prices.tsx'
import { useStore } from '../store.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { Gap } from '../ui/gap.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { PublicFrame } from '../ui/plain/public-frame.tsx'
import { countWords } from './count-words.ts'
import styles from './grammar-page.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { OutcomeLine } from './outcome-line.tsx'
import { Suggestions } from './suggestions.tsx'
import { TextBox } from './text-box.tsx'
import { useGrammarCheck } from './use-grammar-check.ts'

export const Route = createFileRoute('/_public/grammaly')({
  loader: () => Promise.all([loadMessages('grammar'), loadMessages('home'), loadMessages('prices')]),
  component: GrammarPage,
  staticData: { title: 'title.price' },
})

/** The item of the header that leads here is called Price, so prices come first. */
function GrammarPage() {
  const t = useT()
  const hasPlans = usePublicPlans().data?.items.length !== 0
  return (
    <>
      <PublicFrame title={t('price.title')} {...(hasPlans && { text: t('price.text') })}>
        <Prices />
      </PublicFrame>
      <Checker />
    </>
  )
}

function Checker() {
  const t = useT()
  const { data: config } = useQuery(get(getGrammarChecker, {}, { background: true }), queryClient)
  const [chosen, setChosen] = useState<GrammarLanguage | null>(null)
  const language = chosen ?? config?.languages[0] ?? 'auto'
  const work = useGrammarCheck(language)
  const [picked, setPicked] = useState<GrammarMatch | null>(null)
  const { text, matches } = work.state
  const active = picked && matches.includes(picked) ? picked : null
  const isTooLong = text.length > MAX_GRAMMAR_LENGTH
  // The server has too little memory for a checker of its own, and asks no other.
  if (config?.checker === 'off') return <Tool text={t('grammar.off')} />
  const canAcceptAll = matches.some((match) => match.replacements.length > 0)
  return (
    <Tool text={t('grammar.intro')}>
      <div className={styles['desk']}>
        <section className={styles['text']} aria-label={t('grammar.text')}>
          <div className={styles['tools']}>
            {config && <LanguageChoice languages={config.languages} value={language} onChange={setChosen} />}
            <button type="button" className={buttonClass('quiet')} disabled={work.state.past.length === 0} onClick={work.undo}>
              {t('grammar.undo')}
            </button>
            <CopyButton text={text} variant="subtle" />
          </div>
          <TextBox
            text={text}
            matches={matches}
            active={active}
            onType={work.type}
            onUndo={work.undo}
            onRedo={work.redo}
            onPick={setPicked}
          />
          <Counts text={text} />
          <div className={styles['check']}>
            <button
              type="button"
              className={buttonClass('primary', 'large')}
              disabled={work.checking || isTooLong || text.trim() === ''}
              onClick={() => void work.check()}
            >
              {t(work.checking ? 'grammar.checking' : 'grammar.check')}
            </button>
            <p>
              {!readToken() && t('grammar.log_in')}
              <Gap />
              {config && t(`grammar.privacy_${config.checker}`)}
            </p>
          </div>
        </section>
        <section className={styles['found']} aria-labelledby="suggestions">
          <header>
            <h3 id="suggestions">{t('grammar.suggestions')}</h3>
            {canAcceptAll && (
              <button type="button" className={buttonClass('outline')} onClick={work.acceptAll}>
                {t('grammar.accept_all')}
              </button>
            )}
          </header>
          <OutcomeLine work={work} checker={config?.checker} />
          {work.state.text === '' && <Example />}
          <div className={styles['list']}>
            <Suggestions text={text} matches={matches} active={active} onPick={setPicked} onAccept={work.accept} onIgnore={work.ignore} />
          </div>
        </section>
      </div>
    </Tool>
  )
}

function Tool({ text, children }: { text: string; children?: ReactNode }) {
  const t = useT()
  return (
    <section id="check" className={`${styles['tool']} wrap`} aria-labelledby="check-title">
      <header>
        <h2 id="check-title">{t('grammar.title')}</h2>
        <p>{text}</p>
      </header>
      {children}
    </section>
  )
}

/** An example of a suggestion; the built-in checker's language is English. */
function Example() {
  const t = useT()
  return (
    <div className={styles['example']}>
      <p lang="en">
        She <del>go</del> <ins>goes</ins> to school every day.
      </p>
      <p>{t('grammar.example')}</p>
    </div>
  )
}

function Counts({ text }: { text: string }) {
  const t = useT()
  const lang = useStore(siteLanguage)
  const later = useDeferredValue(text)
  const words = useMemo(() => countWords(later, lang), [later, lang])
  const isTooLong = text.length > MAX_GRAMMAR_LENGTH
  return (
    <p className={styles['counts']}>
      <span>{t('grammar.words', { n: words })}</span>
      <span data-bad={isTooLong || undefined} role={isTooLong ? 'alert' : undefined}>
        {t(isTooLong ? 'grammar.too_long' : 'grammar.length', { length: text.length, most: MAX_GRAMMAR_LENGTH })}
      </span>
    </p>
  )
}
