import type { Noun } from '../noun.ts'
import { reminderRoutes } from './reminders.routes.ts'

export const remindersNoun: Noun = { routes: [reminderRoutes] }
