import type { Noun } from '../noun.ts'
import { jobAdminRoutes } from './job-admin.routes.ts'

export const jobAdminNoun: Noun = { routes: [jobAdminRoutes] }
