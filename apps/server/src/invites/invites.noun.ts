import type { Noun } from '../noun.ts'
import { inviteRoutes } from './invites.routes.ts'

export const invitesNoun: Noun = { routes: [inviteRoutes] }
