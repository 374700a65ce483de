import { actionNamed, type NodeActions } from './node-actions.ts'
import { type NodeAnswer, type NodeRequest, OLD_TOKEN, refusal, WRONG_ADDRESS, wrongMethod } from './node-answers.ts'
import type { Noted } from './note-refusal.ts'
import type { Prove } from './prove-node.ts'

/** The answer for an error. Only `AppError`s have a text; it appears in the node software's log. */
const aliases: Record<string, string> = { v2ray: 'vmess', hysteria: 'hysteria2' }

/** v1 of the node protocol: every call gives the node's type besides its id and secret. */
export function uniproxyCalls(actions: NodeActions, prove: Prove, noted: Noted): (request: NodeRequest) => Promise<NodeAnswer> {
  return async (request) => {
    const action = actionNamed(actions, request.action)
    if (!action) return refusal(404, 'There is no such call.')
    if (request.method !== action.method) return wrongMethod(action.method)
    const node = await prove.node(request)
    if (node === 'no such node') return refusal(404, 'There is no such node.')
    if (node === 'wrong address') return refusal(403, WRONG_ADDRESS)
    if (node === 'old token') return refusal(403, OLD_TOKEN)
    if (typeof node === 'string') return refusal(403, 'The secret is not the one of this node.')
    return noted(node, request, async () => {
      const type = request.query.get('node_type')
      // Xboard-Node need not be told its type.
      if (type !== null && type !== 'v2node' && type !== node.protocol && aliases[type] !== node.protocol)
        return refusal(403, `This node is not of type "${type.slice(0, 20)}".`)
      return action.work(node, request)
    })
  }
}
