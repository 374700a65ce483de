import type { Noun } from '../noun.ts'
import { linkFetchRoutes } from './link-fetches.routes.ts'

export const linkFetchesNoun: Noun = {
  routes: [linkFetchRoutes],
}
