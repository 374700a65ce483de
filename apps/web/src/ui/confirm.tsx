import { type ComponentType, Suspense, useLayoutEffect, useState } from 'react'
import { createStore, useStore } from '../store.ts'
import type { Question } from './dialog/confirm-dialog.tsx'

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** Asks before an action that cannot be undone. True: go ahead. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

let openAtEscape = 0

/** Number of dialogs above the drawers when Escape was last pressed, because the first may be gone before the next handles it. */
export function dialogsAtEscape(): number {
  return openAtEscape
}

function watchEscape(): () => void {
  const look = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return
    const dialogs = [...document.querySelectorAll('[aria-modal="true"]:not([data-drawer])')]
    // An answered question still fades away, for long on a busy machine.
    openAtEscape = dialogs.filter((dialog) => asked.get() || !dialog.closest('[data-question]')).length
  }
  window.addEventListener('keydown', look, { capture: true })
  return () => window.removeEventListener('keydown', look, { capture: true })
}

type Dialog = ComponentType<{ question: Question | null; onAnswer: (yes: boolean) => void }>

/** Shows the question that `confirm` asks. Stands once, in the frame. `Dialog`: drawn from the first question on. */
export function ConfirmHost({ Dialog }: { Dialog: Dialog }) {
  const question = useStore(asked)
  const [wasAsked, setWasAsked] = useState(false)
  if (question && !wasAsked) setWasAsked(true)
  // Dialogs add their listeners in an effect. This one belongs to the frame, so it sees every key before them.
  useLayoutEffect(watchEscape, [])
  return <Suspense>{wasAsked && <Dialog question={question} onAnswer={(yes) => question?.answer(yes)} />}</Suspense>
}
