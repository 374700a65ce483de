import type { Noun } from '../noun.ts'
import { passkeyRoutes } from './passkeys.routes.ts'

export const passkeysNoun: Noun = { routes: [passkeyRoutes] }
