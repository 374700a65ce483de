import type { Noun } from '../noun.ts'
import { userListRoutes } from './user-list.routes.ts'
import { accountAdminRoutes } from './members.routes.ts'
import { memberSecretRoutes } from './member-secrets.routes.ts'
import { memberActionRoutes } from './member-actions.routes.ts'

export const membersNoun: Noun = { routes: [userListRoutes, accountAdminRoutes, memberActionRoutes, memberSecretRoutes] }
