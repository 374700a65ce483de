import type { Noun } from '../noun.ts'
import { memberNoteRoutes } from './member-notes.routes.ts'

export const memberNotesNoun: Noun = { routes: [memberNoteRoutes] }
