import type { Noun } from '../noun.ts'
import { disputeRoutes } from './disputes.routes.ts'

export const disputesNoun: Noun = {
  purpose: 'money',
  routes: [disputeRoutes],
}
