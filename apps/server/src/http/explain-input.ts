import type * as z from 'zod/mini'
import type { Language } from '@portico/contract/translations'

type Count = (n: number) => string
type Names = (names: string) => string
interface Sentences {
  required: string
  types: Record<string, string>
  minLength: Count
  maxLength: Count
  minItems: Count
  maxItems: Count
  min: Count
  max: Count
  email: string
  time: string
  day: string
  choices: Names
  unknown: Names
  invalid: string
}

const sentences: Record<Language, Sentences> = {
  en: {
    required: 'Please fill in this field.',
    types: {
      string: 'Enter text.',
      number: 'Enter a number.',
      int: 'Enter a whole number.',
      boolean: 'Enter true or false.',
      array: 'Enter a list.',
      object: 'Enter an object.',
      record: 'Enter an object.',
    },
    minLength: (n) => `Use at least ${counted(n, 'character')}.`,
    maxLength: (n) => `Use at most ${counted(n, 'character')}.`,
    minItems: (n) => `Enter at least ${counted(n, 'item')}.`,
    maxItems: (n) => `Enter at most ${counted(n, 'item')}.`,
    min: (n) => `Must be ${n} or more.`,
    max: (n) => `Must be ${n} or less.`,
    email: 'Enter a valid e-mail address.',
    time: 'Enter a valid date and time.',
    day: 'Enter a valid date.',
    choices: (names) => `Choose one of: ${names}.`,
    unknown: (names) => `Unknown field: ${names}.`,
    invalid: "This value isn't valid.",
  },
  'zh-CN': {
    required: '请填写此项。',
    types: {
      string: '请输入文本。',
      number: '请输入数字。',
      int: '请输入整数。',
      boolean: '请填写 true 或 false。',
      array: '请填写列表。',
      object: '请填写对象。',
      record: '请填写对象。',
    },
    minLength: (n) => `至少需要 ${n} 个字符。`,
    maxLength: (n) => `最多 ${n} 个字符。`,
    minItems: (n) => `至少需要 ${n} 项。`,
    maxItems: (n) => `最多 ${n} 项。`,
    min: (n) => `不能小于 ${n}。`,
    max: (n) => `不能大于 ${n}。`,
    email: '请输入正确的邮箱地址。',
    time: '请输入正确的日期和时间。',
    day: '请输入正确的日期。',
    choices: (names) => `请选择以下之一：${names}。`,
    unknown: (names) => `未知字段：${names}。`,
    invalid: '格式不正确。',
  },
}

/** A sentence about one field's fault. Rules with their own text are in the contract's `rule-texts.ts`. */
export function explainInput(issue: z.core.$ZodRawIssue, language: Language): string {
  const say = sentences[language]
  if (issue.input === undefined || issue.input === null || issue.input === '') return say.required
  switch (issue.code) {
    case 'invalid_type':
      return say.types[issue.expected] ?? say.invalid
    case 'too_small':
      return bySize(issue.origin, say.minLength, say.minItems, say.min)(Number(issue.minimum))
    case 'too_big':
      return bySize(issue.origin, say.maxLength, say.maxItems, say.max)(Number(issue.maximum))
    case 'invalid_format':
      return { email: say.email, datetime: say.time, date: say.day }[issue.format as string] ?? say.invalid
    case 'invalid_value':
      return oneOf(issue.values, say)
    case 'unrecognized_keys':
      return say.unknown(issue.keys.join(', '))
    case 'invalid_union':
      if (Array.isArray(issue.options)) return oneOf(issue.options, say)
      // For "empty, or an address", the last alternative says what is wrong.
      return issue.errors.at(-1)?.find(({ path }) => path.length === 0)?.message ?? say.invalid
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return say.invalid
  }
}

function bySize(origin: string, text: Count, list: Count, number: Count): Count {
  return origin === 'string' ? text : origin === 'array' ? list : number
}

/** Text for a wrong choice. Lists the choices, or uses the general sentence if they are many. */
function oneOf(values: readonly unknown[], say: Sentences): string {
  return values.length <= 12 ? say.choices(values.filter((value) => value !== '').join(', ')) : say.invalid
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
