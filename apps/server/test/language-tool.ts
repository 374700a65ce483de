import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

export type LanguageToolMatch = {
  message: string
  shortMessage: string
  offset: number
  length: number
  replacements: { value: string }[]
  rule: { id: string; description: string; issueType: string; category: { id: string; name: string } }
}
type State = {
  fault: 'none' | 'silent' | 'error' | 'busy' | 'redirect' | 'html' | 'cut' | 'endless'
  /** Its user and key; null: everybody may ask. */
  key: { username: string; apiKey: string } | null
  /** What it answers instead of its own few rules. */
  answer: ((form: URLSearchParams) => unknown) | null
  asked: URLSearchParams[]
  paths: string[]
}

/** A LanguageTool server on a loopback port that knows three mistakes. */
export async function startLanguageTool() {
  const state: State = { fault: 'none', key: null, answer: null, asked: [], paths: [] }
  const server = createServer((request, response) => void answer(state, request, response))
  const { url: base, stop } = await listening(server)
  return { base, state, stop }
}

const faults: Partial<Record<State['fault'], (response: ServerResponse) => unknown>> = {
  silent: () => {},
  error: (response) => response.writeHead(500).end('Error: Internal Error'),
  busy: (response) => response.writeHead(429).end('Error: Too many requests'),
  redirect: (response) => response.writeHead(302, { location: '/v2/check-elsewhere' }).end(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
  cut: (response) => response.writeHead(200).write('{"matches": [', () => response.destroy()),
  endless: (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request))
  state.paths.push(request.url ?? '')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (request.method !== 'POST' || request.url !== '/v2/check' || !isForm || !form.has('text')) {
    response.writeHead(400).end("Error: Missing 'text' or 'data' parameter")
    return
  }
  state.asked.push(form)
  const fault = faults[state.fault]
  if (fault) {
    fault(response)
    return
  }
  if (state.key && (form.get('username') !== state.key.username || form.get('apiKey') !== state.key.apiKey)) {
    response.writeHead(403).end('Error: AuthException')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state.answer?.(form) ?? answerFor(form)))
}

const known: [wrong: RegExp, right: string, issueType: string, category: string][] = [
  [/\bteh\b/g, 'the', 'misspelling', 'TYPOS'],
  [/\bI has\b/g, 'I have', 'grammar', 'GRAMMAR'],
  [/\ban(?= test)/g, 'a', 'misspelling', 'MISC'],
  [/在在/g, '在', 'duplication', 'MISC'],
]

function answerFor(form: URLSearchParams) {
  const written = form.get('text') ?? ''
  const matches = known.flatMap(([wrong, right, issueType, category]) =>
    [...written.matchAll(wrong)].map((found) => matchOf(found.index, found[0].length, [right], `Use “${right}”.`, issueType, category)),
  )
  const code = form.get('language') === 'auto' ? (/\p{Script=Han}/u.test(written) ? 'zh-CN' : 'en-US') : form.get('language')
  return { software: { name: 'LanguageTool', version: '6.6', apiVersion: 1 }, ...inLanguage(code ?? ''), matches }
}

export function inLanguage(code: string) {
  return { language: { name: code, code, detectedLanguage: { name: code, code, confidence: 0.9 } } }
}

export function matchOf(
  offset: number,
  length: number,
  replacements: string[],
  message: string,
  issueType = 'grammar',
  category = 'GRAMMAR',
): LanguageToolMatch {
  const rule = { id: 'A_RULE', description: 'A rule', issueType, category: { id: category, name: category } }
  return { message, shortMessage: 'Mistake', offset, length, replacements: replacements.map((value) => ({ value })), rule }
}
