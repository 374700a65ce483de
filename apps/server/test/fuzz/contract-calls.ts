import { type Known, pick, type Random, type Schema, valueFor } from './contract-values.ts'

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = {
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Operation>> }
/** One endpoint of the contract. `who`: the kind of caller it is for. */
export type Called = { method: string; path: string; who: 'public' | 'member' | 'console'; operation: Operation }
export type Made = { method: string; path: string; payload: Record<string, unknown> | FormData }

export function endpointsOf({ paths }: Document): Called[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      who: operation.tags[0] as Called['who'],
      operation,
    })),
  )
}

/** What answers held, by field and by where they came from, so that later calls can name things that exist. */
export function createMemory(random: Random) {
  const seen = new Map<string, unknown[]>()
  const keep = (key: string, value: unknown): void => {
    const held = seen.get(key) ?? []
    seen.set(key, held)
    if (held.length < 40) held.push(value)
    else held[Math.floor(random() * 40)] = value
  }
  function note(path: string, value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > 4) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') note(path, inner, depth + 1)
      else if (/(^|_)(id|no|code|token|uuid|key|name|version|period)$/.test(key)) {
        keep(key, inner)
        keep(`${path} ${key}`, inner)
      }
    }
  }
  const knownAt =
    (path: string): Known =>
    (name) => {
      // A plan's id is best found in the list of plans.
      const list = path.replace(/\/\{.*$/, '')
      const held = seen.get(`${list} ${name}`) ?? seen.get(name)
      return held && pick(random, held)
    }
  return { note, knownAt }
}
export type Memory = ReturnType<typeof createMemory>

export function makeCall({ method, path, operation }: Called, random: Random, memory: Memory): Made {
  const known = memory.knownAt(path)
  const parameters = operation.parameters ?? []
  const valueOf = ({ name, schema }: Parameter): string => String(valueFor(schema, name, random, known))
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(valueOf(one).toWellFormed()) || '-'), path)
  const content = operation.requestBody?.content ?? {}
  if (content['multipart/form-data']) {
    const form = new FormData()
    form.set('file', new Blob([`${random()}`]), 'file.txt')
    return { method, path: filled, payload: form }
  }
  const body = content['application/json'] && valueFor(content['application/json'].schema, '', random, known)
  const asked = parameters.filter((one) => one.in === 'query' && (one.required || random() < 0.2))
  const query = Object.fromEntries(asked.map((one) => [one.name, valueOf(one).toWellFormed()]))
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return { method, path: filled, payload: method === 'GET' ? query : isObject ? (body as Record<string, unknown>) : {} }
}
