import type { Noun } from '../noun.ts'
import { authRoutes } from './auth.routes.ts'
import { otherSiteRoutes } from './other-sites.routes.ts'

export const authNoun: Noun = { routes: [authRoutes, otherSiteRoutes] }
