import type { Noun } from '../noun.ts'
import { siteSearchRoutes } from './site-search.routes.ts'

export const siteSearchNoun: Noun = { routes: [siteSearchRoutes] }
