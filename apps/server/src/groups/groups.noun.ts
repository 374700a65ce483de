import type { Noun } from '../noun.ts'
import { groupRoutes } from './groups.routes.ts'

export const groupsNoun: Noun = { routes: [groupRoutes] }
