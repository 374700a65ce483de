import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** What people searched for and did not find. `askers`: accounts and networks; what only one asked for stays unknown. */
export const SearchMiss = z.object({ question: z.string(), askers: z.int(), last_at: Time })
export type SearchMiss = z.infer<typeof SearchMiss>

export const adminListSearchMisses = endpoint({
  method: 'GET',
  path: '/admin/search-misses',
  access: ['content.write'],
  summary: 'The searches of the last 90 days that found nothing and that at least two people asked, the most frequent first',
  response: z.object({ items: z.array(SearchMiss) }),
})

/** Adds a word to the group of another one in `search.synonyms`, or makes a group of both. */
export const adminAddSynonym = endpoint({
  method: 'POST',
  path: '/admin/search-misses/synonym',
  access: ['content.write'],
  summary: 'Let a search find what another word finds',
  body: z.object({
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    same_as: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  }),
})
