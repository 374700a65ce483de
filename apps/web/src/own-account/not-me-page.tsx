import { refuseSignIn } from '@portico/contract/own-account'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { TakeBack } from './take-back.tsx'

export const Route = createFileRoute('/_public/not-me')({
  component: () => <TakeBack kind="not_me" send={(token) => call(refuseSignIn, { body: { token } })} />,
  staticData: { title: 'title.login' },
})
