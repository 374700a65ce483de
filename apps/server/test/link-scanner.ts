import { createServer } from 'node:http'
import { listening } from './listening.ts'

/** Another site, and the program of a mail provider that opens every address it finds in a message. */
export async function startLinkScanner() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  const { host, stop } = await listening(server)
  return {
    /** The site's, without a scheme. */
    host,
    /** What it was asked for, decoded. */
    asked,
    /** Opens each address at this site, with a scheme or without, up to a blank, a quotation mark or a bracket of HTML. */
    async scan(...texts: string[]): Promise<void> {
      for (const text of texts) {
        for (const [found] of text.matchAll(new RegExp(`${host}[^\\s"'<>]*`, 'g'))) {
          await fetch(`http://${found.replaceAll('&amp;', '&')}`)
        }
      }
    },
    stop,
  }
}
