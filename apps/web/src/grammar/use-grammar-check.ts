import { checkGrammar, type GrammarLanguage, type GrammarMatch } from '@portico/contract/grammar'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { readToken } from '../api/session.ts'
import { useT } from '../i18n.ts'
import { accepted, acceptedAll, checked, type CheckedText, ignored, redone, typed, undone, unmarked } from './checked-text.ts'
import { keepText, readText } from './kept-text.ts'

/** Longer than a text may wait and be checked. */
const PATIENCE_MS = 60_000

/** Result of the last check; null: none, or the text changed. */
export interface Outcome {
  /** Language; null: not supported by the checker. */
  language: string | null
  checkedTo: number
  length: number
  found: number
}

/** The text, its marks and the call that checks it. A visitor who wants a check logs in first; the text stays. */
export function useGrammarCheck(language: GrammarLanguage) {
  const t = useT()
  const navigate = useNavigate()
  const [kept, setKept] = useState<ReturnType<typeof readText> | null>(null)
  const [state, setState] = useState<CheckedText>(unmarked(''))
  const [checking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  // The server has drawn the page without it. What was typed meanwhile goes first.
  useLayoutEffect(() => {
    const found = readText()
    setKept(found)
    setState((now) => (now.text === '' ? unmarked(found.text) : now))
  }, [])
  useEffect(() => {
    if (kept) keepText(state.text)
  }, [kept, state.text])

  const check = async (): Promise<void> => {
    const { text } = state
    if (!readToken()) {
      keepText(text, true)
      await navigate({ to: '/login', search: { redirect: '/grammaly#check' } })
      return
    }
    setChecking(true)
    setFailure(null)
    try {
      const options = { background: true, timeoutMs: PATIENCE_MS }
      const answer = await call(checkGrammar, { body: { text, language } }, options)
      setState((now) => checked(now, text, answer.matches))
      setOutcome({ language: answer.language, checkedTo: answer.checked_to, length: text.length, found: answer.matches.length })
    } catch (error) {
      setOutcome(null)
      setFailure((error instanceof ApiError && error.message) || t('error.has_error'))
    } finally {
      setChecking(false)
    }
  }

  const checkKept = useEffectEvent(() => {
    if (kept?.waits) void check()
  })
  useEffect(() => checkKept(), [kept])

  const change = (next: (now: CheckedText) => CheckedText): void => {
    setState(next)
    setFailure(null)
  }
  return {
    state,
    checking,
    failure,
    outcome,
    check,
    type: (text: string) => {
      setOutcome(null)
      change((now) => typed(now, text))
    },
    accept: (match: GrammarMatch, replacement: string) => change((now) => accepted(now, match, replacement)),
    acceptAll: () => change(acceptedAll),
    ignore: (match: GrammarMatch) => change((now) => ignored(now, match)),
    undo: () => change(undone),
    redo: () => change(redone),
  }
}
