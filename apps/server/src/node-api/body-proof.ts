import { type NodeRequest, parsed } from './node-answers.ts'

/** Bytes of a body that are read from a caller who has not proved anything yet. */
const MOST_UNPROVED = 2 * 1024 * 1024

/**
 * The call with its proof moved to the query. Xboard-Node sends it in the JSON body of a POST. A proof in query or header has precedence.
 */
export async function withProof(request: NodeRequest): Promise<NodeRequest> {
  const { method, query, headers } = request
  if (method !== 'POST' || query.has('token') || headers.authorization !== undefined) return request
  const whole = await request.body(MOST_UNPROVED)
  const { token, node_id, machine_id, node_type, ...rest } = parsed(whole) ?? {}
  if (typeof token !== 'string') return { ...request, body: async () => whole }
  const proof = new URLSearchParams(query)
  for (const [name, value] of Object.entries({ token, node_id, machine_id, node_type }))
    if (typeof value === 'string' || typeof value === 'number') proof.set(name, String(value))
  const body = Buffer.from(JSON.stringify(rest))
  return { ...request, query: proof, body: async () => body }
}
