import type { GetInputPropsReturnType } from '@mantine/form'

/** The part of a Mantine form that this needs. */
interface FormOf {
  getInputProps: (path: string, options?: { type?: 'checkbox' | 'input' }) => GetInputPropsReturnType
  /** Of a form made with `useMarkedForm`. */
  isRequired?: (path: string) => boolean
}

/** For the input of one field: its name, a word of help, its value, its error, and whether it must be filled in. */
export function fieldOf(form: FormOf, path: string, label: string, description?: string) {
  return { label, description, ...(form.isRequired?.(path) && { required: true }), ...form.getInputProps(path) }
}

/** For a switch or a box: as `fieldOf`. */
export function flagOf(form: FormOf, path: string, label: string, description?: string) {
  return { label, description, ...form.getInputProps(path, { type: 'checkbox' }) }
}
