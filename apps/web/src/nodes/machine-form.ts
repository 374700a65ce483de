import type { UseFormReturnType } from '@mantine/form'
import type { Machine, MachineInput } from '@portico/contract/machines-admin'
import { type Certificate, type NodeSoftware, OWN_CERTIFICATE } from '@portico/contract/node-software'

/** Form of a machine; lists of choices hold text. */
export type MachineForm = Omit<MachineInput, 'node_ids' | 'software' | 'software_version' | 'certificate'> & {
  node_ids: string[]
  software: NodeSoftware
  software_version: string
  certificate: Certificate
}
export type MachineFormApi = UseFormReturnType<MachineForm>

export function toMachineForm(machine: Machine | null): MachineForm {
  return {
    name: machine?.name ?? '',
    notes: machine?.notes ?? '',
    is_active: machine?.is_active ?? true,
    node_ids: machine?.node_ids.map(String) ?? [],
    software: machine?.software ?? 'any',
    software_version: machine?.software_version ?? '',
    certificate: machine?.certificate ?? OWN_CERTIFICATE,
  }
}

export function toMachineInput(form: MachineForm): MachineInput {
  const dns_env = form.certificate.dns_env.trim()
  const software_version = form.software === 'any' ? '' : form.software_version
  return { ...form, software_version, node_ids: form.node_ids.map(Number), certificate: { ...form.certificate, dns_env } }
}
