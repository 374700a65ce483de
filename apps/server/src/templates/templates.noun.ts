import type { Noun } from '../noun.ts'
import { templateRoutes } from './templates.routes.ts'

export const templatesNoun: Noun = { routes: [templateRoutes] }
