import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

export const GroupInput = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) })
export const Group = z.object({
  id: z.int(),
  name: z.string(),
  plans: z.int(),
  nodes: z.int(),
  members: z.int(),
  created_at: Time,
})
export type Group = z.infer<typeof Group>

export const adminListGroups = endpoint({
  method: 'GET',
  path: '/admin/groups',
  access: ['plans.read'],
  summary: 'Permission groups and their usage',
  response: z.object({ items: z.array(Group), total: z.int() }),
})
export const adminCreateGroup = endpoint({
  method: 'POST',
  path: '/admin/groups',
  access: ['plans.write'],
  summary: 'Create a group',
  body: GroupInput,
  response: Group,
})
export const adminUpdateGroup = endpoint({
  method: 'PATCH',
  path: '/admin/groups/:id',
  access: ['plans.write'],
  summary: 'Rename a group',
  body: GroupInput,
  response: Group,
})
export const adminDeleteGroup = endpoint({
  method: 'DELETE',
  path: '/admin/groups/:id',
  access: ['plans.write'],
  summary: 'Delete a group that no plan, node or member uses',
})
