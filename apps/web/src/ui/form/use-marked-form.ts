import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { emptied } from './emptied.ts'

interface MarkedForm<V> {
  initialValues: V
  validate: (values: V) => FormErrors
}

/** A form whose `fieldOf` marks the fields that must be filled in: those that its rules refuse when they are empty. */
export function useMarkedForm<V extends Record<string, unknown>>({ initialValues, validate }: MarkedForm<V>) {
  const form: UseFormReturnType<V> = useForm<V>({ initialValues, validate })
  // Asked once for each field, when it is first drawn.
  const [known] = useState(() => new Map<string, boolean>())
  const isRequired = (path: string): boolean => {
    const before = known.get(path)
    if (before !== undefined) return before
    const without = emptied(form.values, path)
    const found = without !== null && validate(without)[path] !== undefined
    known.set(path, found)
    return found
  }
  return { ...form, isRequired }
}
