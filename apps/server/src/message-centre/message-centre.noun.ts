import type { Noun } from '../noun.ts'
import { messageCentreRoutes } from './message-centre.routes.ts'

export const messageCentreNoun: Noun = { routes: [messageCentreRoutes] }
