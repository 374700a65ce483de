import type { Entered } from '@portico/contract/auth'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { startSession } from '../api/who.ts'
import { typedAddress } from '../auth/address-field.tsx'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { loadMessages } from '../i18n.ts'
import { secondStepToken } from './second-token.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

// Few accounts have a second step.
const SecondStep = lazyPart(async () => {
  const [{ SecondStep: component }] = await Promise.all([import('./second-step.tsx'), loadMessages('second')])
  return component
})

/** `second`: the page of the second step, once the account turns out to have one. */
interface Entering {
  signIn: (send: () => Promise<Entered>) => Promise<void>
  second: ReactNode
}

/** Signs in, asks for the second step where the account has one, and opens the page that was wanted. */
export function useEntering(redirect: string | undefined): Entering {
  const router = useRouter()
  const [token, setToken] = useState<string | null>(null)
  const open = async (entered: Entered): Promise<void> => {
    startSession(entered)
    typedAddress.email = ''
    await router.navigate({ href: safeRedirect(redirect) ?? '/dashboard', replace: true })
  }
  const signIn = async (send: () => Promise<Entered>): Promise<void> => {
    try {
      await open(await send())
    } catch (error) {
      const next = secondStepToken(error)
      if (next === null) throw error
      setToken(next)
    }
  }
  const second = token !== null && (
    <Suspense>
      <SecondStep token={token} onEntered={open} onBack={() => setToken(null)} />
    </Suspense>
  )
  return { signIn, second }
}
