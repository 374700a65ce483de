import type { Noun } from '../noun.ts'
import { settingRoutes } from './settings.routes.ts'

export const settingsNoun: Noun = { routes: [settingRoutes] }
