import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listening } from '../../test/listening.ts'
import { AppError } from '../errors.ts'
import { withUpload } from './upload.ts'

const MAX = 100_000
/** Answers with the name and content of the file, or with the code of the error. The path is who sends it. */
const server = createServer((request, response) => {
  withUpload(request, { maxBytes: MAX, who: request.url ?? '' }, async ({ name, bytes }) => `${name}:${bytes.toString('latin1')}`).then(
    (answer) => response.end(answer),
    (error: unknown) => response.end(error instanceof AppError ? error.code : String(error)),
  )
})
const { port, stop } = await listening(server)
afterAll(stop)

const field = (name: string, value = 'x'): string => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string, name = 'a.txt', extra = ''): string =>
  `--limit\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n${extra}\r\n${content}\r\n`
const END = '--limit--\r\n'

type Sending = { socket: Socket; answer: Promise<string> }
/** Begins a request; `length` null: in chunks. */
function begin(who: string, length: number | null): Sending {
  const socket = connect(port, '127.0.0.1')
  const size = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `POST ${who} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=limit\r\n${size}\r\n\r\n`,
  )
  const answer = new Promise<string>((done) => {
    let text = ''
    const read = (): void => {
      const body = text.indexOf('\r\n\r\n')
      const announced = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Infinity)
      if (body >= 0 && text.length - body - 4 >= announced) done(text.slice(body + 4))
    }
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
      read()
    })
    socket.once('close', () => done(text === '' ? 'closed' : text))
    socket.once('error', () => done('closed'))
  })
  return { socket, answer }
}
async function send(body: string, who = '/a'): Promise<string> {
  const { socket, answer } = begin(who, Buffer.byteLength(body, 'latin1'))
  socket.write(body, 'latin1')
  const text = await answer
  socket.destroy()
  return text
}

test('the file is read whatever stands beside it, and its name as browsers write it; a file that looks like its own boundary arrives whole, in pieces of one byte too', async () => {
  expect(await send(`before\r\n${field('other')}${file('content', 'C:\\%22a%22%0D%0A.txt')}${END}after`)).toBe('C:\\"a"\r\n.txt:content')
  const content = '\r\n--limi\r\n--\r\n\r\n--limix--\r\n-'
  expect(await send(file(content) + END)).toBe(`a.txt:${content}`)
  const { socket, answer } = begin('/a', null)
  for (const byte of file(content) + END) socket.write(`1\r\n${byte}\r\n`)
  socket.write('0\r\n\r\n')
  expect(await answer).toBe(`a.txt:${content}`)
})

test.each([
  ['an eleventh field', field('other').repeat(11)],
  ['a twelfth part without a name', '--limit\r\nx: y\r\n\r\nx\r\n'.repeat(12)],
  ['a second file', file('one') + file('two')],
  ['more than 16 KB of headers', `--limit\r\n${'x: y\r\n'.repeat(3000)}`],
  ['more than 16 KB in a field', field('other', 'x'.repeat(20_000))],
  ['more than 16 KB before the first part', `${'x'.repeat(20_000)}\r\n`],
])('%s is refused there: the rest of the body is not waited for', async (_, start) => {
  const { socket, answer } = begin('/a', MAX)
  socket.write(start)
  expect(await answer).toBe('input.invalid')
  socket.destroy()
})

test('a file of the most bytes is read, and one byte more is refused there', async () => {
  expect(await send(file('x'.repeat(MAX)) + END)).toBe(`a.txt:${'x'.repeat(MAX)}`)
  const { socket, answer } = begin('/a', MAX + 10_000)
  socket.write(file('x'.repeat(MAX + 1)))
  expect(await answer).toBe('file.too_large')
  socket.destroy()
  expect(await begin('/a', MAX + 16 * 1024 + 1).answer).toBe('file.too_large')
})

test.each([
  ['no part', END],
  ['nothing', ''],
  ['no file', field('file') + END],
  ['a file of another name', file('x').replace('name="file"', 'name="other"') + END],
  ['no end', file('content')],
  ['half a header', '--limit\r\nContent-Dis'],
])('a body with %s is refused', async (_, body) => {
  expect(await send(body)).toBe('input.invalid')
})

test('a sender who leaves in the middle harms nobody', async () => {
  const { socket } = begin('/left', 50_000)
  socket.write(file('x'.repeat(1000)))
  await new Promise<void>((done) => socket.end(() => done()))
  expect(await send(file('content') + END, '/left')).toBe('a.txt:content')
})

test('files of one account are read one after the other, and nobody else waits for them', async () => {
  const body = file('content') + END
  const [first, second] = [begin('/one', body.length), begin('/one', body.length)]
  first.socket.write(body.slice(0, 50))
  let answered = false
  void second.answer.then(() => (answered = true))
  second.socket.write(body)
  expect(await send(body, '/other')).toBe('a.txt:content')
  expect(answered).toBe(false)
  first.socket.write(body.slice(50))
  expect(await Promise.all([first.answer, second.answer])).toEqual(['a.txt:content', 'a.txt:content'])
})
