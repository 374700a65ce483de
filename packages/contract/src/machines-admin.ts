import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Certificate, NodeSoftware, SoftwareVersion, StoredCertificate } from './node-software.ts'
import { Time } from './paging.ts'

/** A machine: one program that runs several nodes with one secret. */
export const MachineInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  notes: z.string().check(z.maxLength(2000)),
  /** false: the machine's secret is refused. */
  is_active: z.boolean(),
  node_ids: z.array(z.int()).check(z.maxLength(200)),
  /** Software of the machine. Absent: `any` when creating, unchanged when changing. Nodes it cannot serve are refused. */
  software: z.optional(NodeSoftware),
  /** Version of the software, which tells none: nodes that it lacks are refused. Absent: the newest when creating, unchanged when changing. */
  software_version: z.optional(SoftwareVersion),
  /** Certificate for the machine's nodes. Absent: each node's own when creating, unchanged when changing. */
  certificate: z.optional(Certificate),
})
export type MachineInput = z.infer<typeof MachineInput>
export const MachineChange = z.partial(MachineInput)
export type MachineChange = z.infer<typeof MachineChange>

export const Machine = z.object({
  ...MachineInput.shape,
  software: NodeSoftware,
  software_version: SoftwareVersion,
  /** `dns_env` is '' for staff without permission to change nodes. */
  certificate: StoredCertificate,
  id: z.int(),
  last_seen_at: z.nullable(Time),
  /** The machine's last report: cpu, mem, swap, disk, net; null: none. */
  load: z.nullable(z.record(z.string(), z.unknown())),
  created_at: Time,
})
export type Machine = z.infer<typeof Machine>

export const adminListMachines = endpoint({
  method: 'GET',
  path: '/admin/machines',
  access: ['nodes.read'],
  summary: 'All machines',
  response: z.object({ items: z.array(Machine), total: z.int() }),
})
/** Creates a machine. Its secret is shown here and on rotation only; the site stores its hash. */
export const adminCreateMachine = endpoint({
  method: 'POST',
  path: '/admin/machines',
  access: ['nodes.write', 'nodes.secret'],
  summary: 'Create a machine; returns its secret, which is shown only once',
  body: MachineInput,
  response: z.object({ machine: Machine, secret: z.string() }),
})
export const adminUpdateMachine = endpoint({
  method: 'PATCH',
  path: '/admin/machines/:id',
  access: ['nodes.write'],
  summary: 'Change a machine; absent fields stay',
  body: MachineChange,
  response: Machine,
})
export const adminDeleteMachine = endpoint({
  method: 'DELETE',
  path: '/admin/machines/:id',
  access: ['nodes.write'],
  summary: 'Delete a machine; its nodes stay',
})
export const adminRotateMachineSecret = endpoint({
  method: 'POST',
  path: '/admin/machines/:id/secret',
  access: ['nodes.secret'],
  summary: 'Rotate a machine’s secret; the old one stops working at once',
  fresh: true,
  response: z.object({ secret: z.string() }),
})
/** Load reports of the last day, oldest first. */
export const adminMachineLoads = endpoint({
  method: 'GET',
  path: '/admin/machines/:id/loads',
  access: ['nodes.read'],
  summary: 'Load that a machine reported in the last 24 hours',
  response: z.object({ items: z.array(z.object({ at: Time, load: z.record(z.string(), z.unknown()) })), total: z.int() }),
})
