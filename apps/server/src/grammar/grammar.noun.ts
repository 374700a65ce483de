import type { Noun } from '../noun.ts'
import { grammarRoutes } from './grammar.routes.ts'

export const grammarNoun: Noun = { routes: [grammarRoutes] }
