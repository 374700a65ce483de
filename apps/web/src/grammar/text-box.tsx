import type { GrammarMatch } from '@portico/contract/grammar'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../i18n.ts'
import { useOwnValue } from '../ui/plain/use-own-value.ts'
import styles from './text-box.module.css'

interface TextBoxProps {
  text: string
  matches: GrammarMatch[]
  active: GrammarMatch | null
  onType: (text: string) => void
  onUndo: () => void
  onRedo: () => void
  /** The cursor was put on a mark, or beside all of them. */
  onPick: (match: GrammarMatch | null) => void
}

/** A text area whose marks are drawn on a copy of the text behind it. */
export function TextBox({ text, matches, active, onType, onUndo, onRedo, onPick }: TextBoxProps) {
  const t = useT()
  const marks = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  useOwnValue(input, text)
  useEffect(() => {
    if (active) marks.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // Ours, because the browser's own undo forgets everything once a suggestion is accepted.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const isRedo = (key === 'z' && event.shiftKey) || key === 'y'
    if (key !== 'z' && !isRedo) return
    event.preventDefault()
    if (isRedo) onRedo()
    else onUndo()
  }
  const pick = (at: number): void => onPick(matches.find(({ offset, length }) => offset <= at && at <= offset + length) ?? null)
  return (
    <div className={styles['scroll']}>
      <div className={styles['sheet']}>
        <div ref={marks} className={styles['marks']} aria-hidden>
          {withMarks(text, matches, active)}
          {/* Without it a last empty line has no height. */}
          {'\u200b'}
        </div>
        <textarea
          ref={input}
          className={styles['input']}
          value={text}
          aria-label={t('grammar.text')}
          placeholder={t('grammar.placeholder')}
          spellCheck={false}
          autoCapitalize="sentences"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          onClick={(event) => pick(event.currentTarget.selectionStart)}
        />
      </div>
    </div>
  )
}

function withMarks(text: string, matches: GrammarMatch[], active: GrammarMatch | null): ReactNode[] {
  let from = 0
  const parts = matches.flatMap((match) => {
    const before = text.slice(from, match.offset)
    from = match.offset + match.length
    const mark = (
      <mark key={match.offset} data-category={match.category} data-active={match === active || undefined}>
        {text.slice(match.offset, from)}
      </mark>
    )
    return [before, mark]
  })
  return [...parts, text.slice(from)]
}
