import { Suspense } from 'react'
import { onConfirmNeeded } from '../../api/confirm.ts'
import { createStore, useStore } from '../../store.ts'
import { themedPart } from '../library/themed-part.tsx'

// Loaded when somebody is asked for the first time.
const ConfirmItDialog = themedPart(async () => (await import('./dialog.tsx')).ConfirmItDialog)

const asked = createStore<{ answer: (confirmed: boolean) => void } | null>(null)

onConfirmNeeded(
  () =>
    new Promise((resolve) => {
      const answer = (confirmed: boolean): void => {
        asked.set(null)
        resolve(confirmed)
      }
      asked.set({ answer })
    }),
)

/** Place of the dialog for proofs of identity; drawn once, in the frame. */
export function ConfirmItHost() {
  const question = useStore(asked)
  if (question === null) return null
  return (
    <Suspense>
      <ConfirmItDialog onDone={question.answer} />
    </Suspense>
  )
}
