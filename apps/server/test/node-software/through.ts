import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'

/** Sends a datagram through a SOCKS proxy, again each second, and resolves when it is back. */
export async function echoThrough(proxyPort: number, target: string, data: Buffer, seconds: number): Promise<void> {
  const control = connect(proxyPort, '127.0.0.1')
  const socket = createSocket('udp4')
  try {
    const relay = await associated(control, seconds)
    const packet = Buffer.concat([Buffer.from([0, 0, 0]), addressOf(target), data])
    await new Promise<void>((resolve, reject) => {
      const again = setInterval(() => socket.send(packet, relay, '127.0.0.1'), 1000)
      const late = setTimeout(() => reject(new Error(`no echo for ${seconds} s`)), seconds * 1000)
      const settle = (done: () => void): void => {
        clearInterval(again)
        clearTimeout(late)
        done()
      }
      late.ref()
      socket.on('message', (answer) => answer.subarray(-data.length).equals(data) && settle(resolve))
      socket.on('error', (error) => settle(() => reject(error)))
      socket.send(packet, relay, '127.0.0.1')
    })
  } finally {
    socket.close()
    control.destroy()
  }
}

/** The port to which datagrams are sent. RFC 1928. */
function associated(control: ReturnType<typeof connect>, seconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    control.setTimeout(seconds * 1000, () => control.destroy(new Error(`no answer of the proxy for ${seconds} s`)))
    control.on('error', reject)
    control.on('close', () => reject(new Error('the proxy closes')))
    control.on('connect', () => control.write(Buffer.from([5, 1, 0])))
    let isGreeted = false
    control.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      if (!isGreeted && got.length >= 2) {
        isGreeted = true
        got = got.subarray(2)
        control.write(Buffer.concat([Buffer.from([5, 3, 0]), addressOf('0.0.0.0:0')]))
      }
      if (!isGreeted || got.length < 10) return
      if (got[1] !== 0) return void control.destroy(new Error(`the proxy answers ${got[1]}`))
      control.setTimeout(0)
      resolve(got.readUInt16BE(got[3] === 4 ? 20 : 8))
    })
  })
}

/** An address and its port, as SOCKS writes them. */
function addressOf(target: string): Buffer {
  const { hostname, port } = new URL(`udp://${target}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const at = Buffer.alloc(2)
  at.writeUInt16BE(Number(port || 0))
  if (!isIPv6(host)) return Buffer.concat([Buffer.from([1, ...host.split('.').map(Number)]), at])
  const [before = '', after = ''] = host.split('::')
  const words = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [head, tail] = [words(before), words(after)]
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.concat([Buffer.from([4]), Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex'), at])
}
