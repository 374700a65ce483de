import { undoAddressChange } from '@portico/contract/own-account'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { TakeBack } from './take-back.tsx'

export const Route = createFileRoute('/_public/undo')({
  component: () => <TakeBack kind="undo" send={(token) => call(undoAddressChange, { body: { token } })} />,
  staticData: { title: 'title.login' },
})
