import type { Noun } from '../noun.ts'
import { clientRuleRoutes } from './client-rules.routes.ts'

export const clientRulesNoun: Noun = { routes: [clientRuleRoutes], purpose: 'console' }
