import * as z from 'zod/mini'

export const MessageTemplate = z.enum([
  'code',
  'address_taken',
  'new_device',
  'password_changed',
  'address_changed',
  'sign_in_changed',
  'test',
])
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** `purpose`: what a code is for; `what`: what changed. Both are sentences. */
export type Placeholder = 'site' | 'what' | 'code' | 'minutes' | 'purpose' | 'link' | 'device' | 'place' | 'time'

/** What a text may contain, and what it must. */
export const messagePlaceholders: Record<MessageTemplate, { required: Placeholder[]; optional: Placeholder[] }> = {
  code: { required: ['code'], optional: ['site', 'minutes', 'purpose'] },
  address_taken: { required: ['link'], optional: ['site'] },
  new_device: { required: ['link'], optional: ['site', 'device', 'place', 'time'] },
  password_changed: { required: [], optional: ['site', 'time', 'link'] },
  address_changed: { required: ['link'], optional: ['site', 'time'] },
  sign_in_changed: { required: ['what'], optional: ['site', 'time', 'link'] },
  test: { required: [], optional: ['site', 'time'] },
}

/** Whether the text has a placeholder its template does not know, or a brace that looks like part of one. */
export function hasUnknown(template: MessageTemplate, text: string): boolean {
  const { required, optional } = messagePlaceholders[template]
  const known = new Set<string>([...required, ...optional])
  const rest = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (known.has(name) ? '' : whole))
  return rest.includes('{{') || rest.includes('}}')
}

export function missingFrom(template: MessageTemplate, text: string): Placeholder[] {
  return messagePlaceholders[template].required.filter((name) => !text.includes(`{{${name}}}`))
}
