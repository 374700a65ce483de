import type { ErrorCode } from '@portico/contract/errors'
import type { Language } from '@portico/contract/translations'
import english from './errors.en.json' with { type: 'json' }
import chinese from './errors.zh-CN.json' with { type: 'json' }

/** The message of each error code, as the caller sees it. */
export const messages: Record<Language, Record<ErrorCode, string>> = { en: english, 'zh-CN': chinese }
