import { useT } from '../i18n.ts'
import styles from './grammar-page.module.css'
import type { Outcome, useGrammarCheck } from './use-grammar-check.ts'

/** What the last check said, in a sentence that is also read out. */
export function OutcomeLine({ work, checker }: { work: ReturnType<typeof useGrammarCheck>; checker: 'built_in' | 'server' | undefined }) {
  const t = useT()
  const { failure, checking, outcome, state } = work
  const partly = outcome?.language != null && outcome.checkedTo < outcome.length
  return (
    <div className={styles['outcome']} aria-live="polite">
      {failure !== null && (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      {checking && <p>{t('grammar.checking_text')}</p>}
      {!checking && failure === null && <p>{sentence()}</p>}
      {!checking && partly && <p className={styles['partly']}>{t('grammar.partly', { n: outcome.checkedTo })}</p>}
    </div>
  )

  function sentence(): string {
    if (outcome?.language === null) return t(checker === 'server' ? 'grammar.unknown_language' : 'grammar.only_english')
    if (state.matches.length > 0) return t('grammar.left', { n: state.matches.length })
    return outcome ? whenNoneLeft(outcome) : t('grammar.start')
  }
  function whenNoneLeft({ found, checkedTo, length }: Outcome): string {
    if (found > 0) return t('grammar.all_done')
    return t(checkedTo < length ? 'grammar.none_there' : 'grammar.none')
  }
}
