import type { Noun } from '../noun.ts'
import { cannedReplyRoutes } from './canned-replies.routes.ts'

export const cannedRepliesNoun: Noun = { routes: [cannedReplyRoutes] }
