import { createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

type Stored = { uid: number; raw: Buffer; flags: Set<string> }

/** A small IMAP server (RFC 3501) on a free port, with one folder: what a client needs to find unread mails, fetch and mark them. */
export async function startImap({ user = 'reply', password = 'secret of the mailbox', folder = 'INBOX' } = {}) {
  const mails: Stored[] = []
  const sockets = new Set<Socket>()
  /** Commands that were received, without their data. */
  const commands: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    serve(socket)
  })

  function serve(socket: Socket): void {
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    let received = ''
    let opened = false
    say('* OK [CAPABILITY IMAP4rev1] ready')
    socket.on('data', (data) => {
      received += data.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        run(line)
      }
    })
    const isRight = (name: string, given: string): boolean => name === user && given === password
    const run = (line: string): void => {
      const [tag = '', verb = '', ...rest] = line.split(' ')
      const name = verb.toUpperCase() === 'UID' ? `UID ${(rest.shift() ?? '').toUpperCase()}` : verb.toUpperCase()
      const text = rest.join(' ')
      commands.push(name)
      const ok = (): void => say(`${tag} OK done`)
      if (name === 'CAPABILITY') say('* CAPABILITY IMAP4rev1')
      if (name === 'LOGIN') {
        const [given = '', pass = ''] = unquoted(text)
        return isRight(given, pass) ? ok() : say(`${tag} NO [AUTHENTICATIONFAILED] wrong`)
      }
      if (name === 'LIST') say(`* LIST (\\HasNoChildren) "/" "${folder}"`)
      if (name === 'NAMESPACE') say('* NAMESPACE (("" "/")) NIL NIL')
      if (name === 'SELECT' || name === 'EXAMINE') {
        if (unquoted(text)[0] !== folder) return say(`${tag} NO [NONEXISTENT] no such folder`)
        opened = true
        say(`* FLAGS (\\Seen \\Deleted)`)
        say(`* ${mails.length} EXISTS`)
        say('* OK [UIDVALIDITY 1] ok')
        say(`* OK [UIDNEXT ${mails.length + 1}] ok`)
        return say(`${tag} OK [READ-WRITE] opened`)
      }
      if (name === 'LOGOUT') {
        say('* BYE')
        ok()
        return void socket.end()
      }
      if (!opened) return ok()
      if (name === 'UID SEARCH')
        say(
          `* SEARCH ${mails
            .filter(({ flags }) => !flags.has('\\Seen'))
            .map(({ uid }) => uid)
            .join(' ')}`.trimEnd(),
        )
      if (name === 'UID FETCH') fetched(Number(rest[0]), text)
      if (name === 'UID STORE') mails.find(({ uid }) => uid === Number(rest[0]))?.flags.add('\\Seen')
      ok()
    }
    const fetched = (uid: number, asked: string): void => {
      const at = mails.findIndex((mail) => mail.uid === uid)
      const mail = mails[at]
      if (!mail) return
      const parts = [`UID ${uid}`]
      if (/RFC822\.SIZE/i.test(asked)) parts.push(`RFC822.SIZE ${mail.raw.length}`)
      if (/ENVELOPE/i.test(asked)) parts.push(`ENVELOPE ${envelopeOf(mail.raw)}`)
      if (/BODY(\.PEEK)?\[\]/i.test(asked)) {
        socket.write(`* ${at + 1} FETCH (${parts.join(' ')} BODY[] {${mail.raw.length}}\r\n`)
        socket.write(mail.raw)
        return say(')')
      }
      say(`* ${at + 1} FETCH (${parts.join(' ')})`)
    }
  }

  const { port, stop } = await listening(server)
  return {
    port,
    mails,
    commands,
    user,
    password,
    deliver: (raw: string | Buffer) => void mails.push({ uid: mails.length + 1, raw: Buffer.from(raw), flags: new Set() }),
    isRead: () => mails.every(({ flags }) => flags.has('\\Seen')),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return stop()
    },
  }
}

function unquoted(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) => (quoted ?? bare ?? '').replace(/\\(.)/g, '$1'))
}

function envelopeOf(raw: Buffer): string {
  const head = raw.subarray(0, 4000).toString()
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const [box = '', host = ''] = field('From')
    .replace(/^.*<|>.*$/g, '')
    .split('@')
  const from = `((NIL NIL "${box}" "${host}"))`
  return `(NIL "${field('Subject')}" ${from} ${from} ${from} NIL NIL NIL NIL "${field('Message-ID')}")`
}
