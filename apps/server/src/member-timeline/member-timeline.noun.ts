import type { Noun } from '../noun.ts'
import { memberTimelineRoutes } from './member-timeline.routes.ts'

export const memberTimelineNoun: Noun = { routes: [memberTimelineRoutes] }
