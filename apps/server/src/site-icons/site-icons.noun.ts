import type { Noun } from '../noun.ts'
import { siteIconRoutes } from './site-icons.routes.ts'

export const siteIconsNoun: Noun = { routes: [siteIconRoutes] }
