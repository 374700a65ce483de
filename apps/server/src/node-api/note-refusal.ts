import { type NodeAlarm, raiseNodeAlarm } from '../additions.ts'
import type { App } from '../app.ts'
import { isAway } from '../db/pool/away.ts'
import { AppError } from '../errors.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import { type NodeAnswer, type NodeRequest, parsed } from './node-answers.ts'

const SHOWN = 160

/** Does the work for a node that has proved its identity. */
export type Noted = (node: KnownNode, request: NodeRequest, work: () => Promise<NodeAnswer>) => Promise<NodeAnswer>

/** Raises an alarm for each refused report, which node programs show to nobody. */
export function notedBy(app: App): Noted {
  return (node, request, work) => noteRefusal(app, node, request, work)
}

async function noteRefusal(app: App, node: KnownNode, request: NodeRequest, work: () => Promise<NodeAnswer>): Promise<NodeAnswer> {
  const refused = (said: string): Promise<void> =>
    alarm(app, node.id, { kind: 'refused', subject: `${request.action}: ${said}`.slice(0, SHOWN), value: 1 })
  const isReport = request.method === 'POST'
  try {
    const answer = await work()
    // A boot that is closed is no fault: the program begins a new one.
    if (isReport && answer.status >= 400 && answer.status !== 409) await refused(messageOf(answer))
    return answer
  } catch (error) {
    if (isReport && error instanceof AppError && error.code === 'request.too_large') await refused('The body is too large.')
    throw error
  }
}

/** Raises an alarm of a kind that is counted. Without the database there is none. */
export async function alarm(app: App, nodeId: number, what: Omit<NodeAlarm, 'nodeId'>): Promise<void> {
  await raiseNodeAlarm(app.database.db, { ...what, nodeId }, app.now()).catch((error: unknown) => {
    if (!isAway(error)) throw error
  })
}

function messageOf({ status, body }: NodeAnswer): string {
  const message = parsed(Buffer.from(body))?.['message']
  return typeof message === 'string' ? message : String(status)
}
