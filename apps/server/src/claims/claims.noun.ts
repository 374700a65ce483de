import type { Noun } from '../noun.ts'
import { claimRoutes } from './claims.routes.ts'

export const claimsNoun: Noun = { routes: [claimRoutes] }
