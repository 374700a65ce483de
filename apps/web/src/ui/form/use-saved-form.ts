import type { FormErrors } from '@mantine/form'
import type { ZodMiniType } from 'zod/mini'
import { type Save, useSave } from '../use-save.ts'
import { schemaErrors } from './schema-errors.ts'
import { useMarkedForm } from './use-marked-form.ts'

interface SavedForm<V, Input, Output> extends Omit<Save<Input, Output>, 'form'> {
  values: V
  /** What is sent; absent: the values themselves. */
  toInput?: (values: V) => Input
  /** The contract's, of what is sent; or errors by field. */
  check: ZodMiniType | undefined | ((values: V, input: Input) => FormErrors)
}

/** A form whose values are checked as the contract demands, and sent. `bound` goes to its drawer or dialog. */
export function useSavedForm<V extends Record<string, unknown>, Output, Input = V>({
  values: initialValues,
  // Without one, the values are the input.
  toInput = (values) => values as unknown as Input,
  check,
  ...rest
}: SavedForm<V, Input, Output>) {
  const form = useMarkedForm<V>({
    initialValues,
    validate: (values) => {
      const input = toInput(values)
      return typeof check === 'function' ? check(values, input) : schemaErrors(check, input)
    },
  })
  const save = useSave({ ...rest, form })
  const bound = { form, saving: save.isPending, onSubmit: form.onSubmit((values) => save.mutate(toInput(values))) }
  return { form, save, bound }
}
