import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LinkedDevices } from './linked-devices.ts'
import { Reason } from './member-actions-admin.ts'

export const adminListLinkedDevices = endpoint({
  method: 'GET',
  path: '/admin/users/:id/linked-devices',
  access: ['members.read'],
  summary: "The devices that hold places of a member's plan, and by what each is counted",
  response: LinkedDevices,
})
export const adminRemoveLinkedDevice = endpoint({
  method: 'POST',
  path: '/admin/linked-devices/:id/removal',
  access: ['members.link'],
  summary: 'Free the place of a member’s device; a link of its own stops for good',
  body: z.object({ reason: Reason }),
})
