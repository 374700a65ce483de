import type { Noun } from '../noun.ts'
import { appReleaseRoutes } from './app-releases.routes.ts'

export const appReleasesNoun: Noun = { routes: [appReleaseRoutes] }
