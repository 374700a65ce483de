import { endpoint } from './endpoint.ts'
import { LinkFetches } from './link-fetches.ts'
import { IdParams } from './paging.ts'

export const adminLinkFetches = endpoint({
  method: 'GET',
  path: '/admin/users/:id/fetches',
  access: ['members.read'],
  summary: "Where a member's subscription link was fetched",
  params: IdParams,
  response: LinkFetches,
})
