import { adminGenerateKeys } from '@portico/contract/nodes-admin'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { lacksKeys, type NodeFormApi } from '../node-form.ts'

/** Generates keys on the server and fills them in. */
export function useRealityKeys(form: NodeFormApi) {
  return useMutation({
    mutationFn: () => call(adminGenerateKeys, {}),
    onSuccess: ({ private_key, public_key, short_id }) => {
      form.setFieldValue('settings.reality.private_key', private_key)
      form.setFieldValue('settings.reality.public_key', public_key)
      form.setFieldValue('settings.reality.short_id', short_id)
    },
  })
}

/** Generates the keys of the second signature on the server, or takes them away. */
export function useSignatureKeys(form: NodeFormApi) {
  const set = (seed: string, verify: string): void => {
    form.setFieldValue('settings.reality.mldsa65_seed', seed)
    form.setFieldValue('settings.reality.mldsa65_verify', verify)
  }
  const generate = useMutation({
    mutationFn: () => call(adminGenerateKeys, {}),
    onSuccess: ({ mldsa65_seed, mldsa65_verify }) => set(mldsa65_seed, mldsa65_verify),
  })
  return { generate, remove: () => set('', '') }
}

/** Fills in the keys of a new node, and of one for which Reality was just chosen. */
export function useFirstKeys(form: NodeFormApi): void {
  const { mutate, isIdle } = useRealityKeys(form)
  const isNeeded = isIdle && lacksKeys(form.values.settings)
  useEffect(() => {
    if (isNeeded) mutate()
  }, [isNeeded, mutate])
}
