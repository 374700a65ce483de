import type { Noun } from '../noun.ts'
import { userListRoutes } from './user-list.routes.ts'
import { accountAdminRoutes } from './members.routes.ts'
import { memberActRoutes } from './member-acts.routes.ts'

export const membersNoun: Noun = { routes: [userListRoutes, accountAdminRoutes, memberActRoutes] }
