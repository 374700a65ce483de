import type { Noun } from '../noun.ts'
import { staffRoutes } from './staff.routes.ts'

export const staffNoun: Noun = { routes: [staffRoutes] }
