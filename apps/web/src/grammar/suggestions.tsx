import type { GrammarMatch } from '@portico/contract/grammar'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './suggestions.module.css'

/** Most marks listed; more would slow the page. */
const AT_ONCE = 50

interface SuggestionsProps {
  text: string
  matches: GrammarMatch[]
  active: GrammarMatch | null
  onPick: (match: GrammarMatch) => void
  onAccept: (match: GrammarMatch, replacement: string) => void
  onIgnore: (match: GrammarMatch) => void
}

/** The marks of a text, each with what may stand there instead. */
export function Suggestions({ text, matches, active, onPick, onAccept, onIgnore }: SuggestionsProps) {
  const t = useT()
  const [most, setMost] = useState(AT_ONCE)
  const list = useRef<HTMLUListElement>(null)
  const shown = Math.max(most, active ? matches.indexOf(active) + 1 : 0)
  useEffect(() => {
    if (active) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <ul ref={list} className={styles['list']} aria-label={t('grammar.suggestions')}>
        {matches.slice(0, shown).map((match) => (
          <Suggestion
            key={match.offset}
            wrong={text.slice(match.offset, match.offset + match.length)}
            match={match}
            isActive={match === active}
            onPick={() => onPick(match)}
            onAccept={(replacement) => onAccept(match, replacement)}
            onIgnore={() => onIgnore(match)}
          />
        ))}
      </ul>
      {matches.length > shown && (
        <button type="button" className={buttonClass('outline', 'wide')} onClick={() => setMost(shown + AT_ONCE)}>
          {t('grammar.more', { n: matches.length - shown })}
        </button>
      )}
    </>
  )
}

interface SuggestionProps {
  wrong: string
  match: GrammarMatch
  isActive: boolean
  onPick: () => void
  onAccept: (replacement: string) => void
  onIgnore: () => void
}

function Suggestion({ wrong, match, isActive, onPick, onAccept, onIgnore }: SuggestionProps) {
  const t = useT()
  const shown = visible(wrong)
  return (
    <li data-active={isActive || undefined}>
      <p className={styles['category']}>
        <span className={styles['stone']} data-category={match.category} aria-hidden />
        {t(`grammar.category_${match.category}`)}
      </p>
      <button type="button" className={styles['wrong']} aria-label={t('grammar.show', { wrong: shown })} onClick={onPick}>
        {shown}
      </button>
      <p className={styles['message']}>{match.message}</p>
      <div className={styles['actions']}>
        {match.replacements.map((replacement) => (
          <button
            key={replacement}
            type="button"
            className={buttonClass('outline')}
            aria-label={
              replacement === ''
                ? t('grammar.remove_it', { wrong: shown })
                : t('grammar.replace', { wrong: shown, by: visible(replacement) })
            }
            onClick={() => onAccept(replacement)}
          >
            {replacement === '' ? t('grammar.remove') : visible(replacement)}
          </button>
        ))}
        <button type="button" className={buttonClass('quiet')} aria-label={t('grammar.ignore_it', { wrong: shown })} onClick={onIgnore}>
          {t('grammar.ignore')}
        </button>
      </div>
    </li>
  )
}

/** A replacement made visible if it is only spaces. */
function visible(text: string): string {
  return text.trim() === '' ? text.replaceAll('\n', '¶').replace(/\s/g, '·') : text
}
