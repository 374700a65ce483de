import type { Noun } from '../noun.ts'
import { jobDeskRoutes } from './job-desk.routes.ts'

export const jobDeskNoun: Noun = { routes: [jobDeskRoutes] }
