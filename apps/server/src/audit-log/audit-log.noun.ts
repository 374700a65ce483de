import type { Noun } from '../noun.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditLogNoun: Noun = { routes: [auditRoutes] }
