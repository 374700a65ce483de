import type { Noun } from '../noun.ts'
import { diagnosisRoutes } from './diagnosis.routes.ts'

export const diagnosisNoun: Noun = { routes: [diagnosisRoutes] }
