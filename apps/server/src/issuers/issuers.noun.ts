import type { Noun } from '../noun.ts'
import { issuerRoutes } from './issuers.routes.ts'

export const issuersNoun: Noun = { routes: [issuerRoutes] }
