import { expect, test } from 'vitest'
import { paramsAreValid } from './param-rules.ts'

test.each([
  [{ tradeNo: 'abc123' }, true],
  [{ tradeNo: 'A'.repeat(62) }, true],
  [{ tradeNo: 'abc12' }, false],
  [{ tradeNo: 'A'.repeat(63) }, false],
  [{ tradeNo: 'abc-1234' }, false],
  [{ planId: '1', type: '8' }, true],
  [{ planId: '1'.repeat(62), type: '99' }, true],
  [{ planId: '1'.repeat(63), type: '1' }, false],
  [{ planId: '1x', type: '1' }, false],
  [{ planId: '1', type: '123' }, false],
  [{ planId: '1', type: '' }, false],
  [{ articleId: '7' }, true],
  [{ articleId: 'a7' }, false],
  [{ articleId: '' }, false],
  [{ something: 'else' }, true],
  [{}, true],
])('%j exists: %s', (params, valid) => expect(paramsAreValid(params as Record<string, string>)).toBe(valid))
