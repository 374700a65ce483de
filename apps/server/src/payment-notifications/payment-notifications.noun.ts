import type { Noun } from '../noun.ts'
import { notifyRoutes } from './notify.routes.ts'

export const paymentNotificationsNoun: Noun = { purpose: 'money', routes: [notifyRoutes] }
