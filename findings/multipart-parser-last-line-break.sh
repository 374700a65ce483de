#!/usr/bin/env bash
# @remix-run/multipart-parser 0.16.3 refuses a valid form whose last line break arrives in a chunk of its own.
#
# RFC 2046 lets a line break follow the closing delimiter, and most senders write it. TCP may cut a body anywhere, so a form that a server
# reads today can fail tomorrow. Of the 65 places to cut this body in two, the parser fails at the last two; in one piece it reads it.
#
# Seen with Node 20.20 and 24.21:
#   whole: [["a","one"]]
#   2 bytes left: MultipartParseError: Unexpected data after end of stream
#   1 bytes left: MultipartParseError: Unexpected data after end of stream
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @remix-run/multipart-parser@0.16.3
cat >try.mjs <<'JS'
import { parseMultipartStream } from '@remix-run/multipart-parser'

const body = '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--xyz--\r\n'
const bytes = new TextEncoder().encode(body)

async function read(chunks) {
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  try {
    const parts = []
    for await (const part of parseMultipartStream(stream, { boundary: 'xyz' })) parts.push([part.name, part.text])
    return JSON.stringify(parts)
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`
  }
}

const whole = await read([bytes])
console.log(`whole: ${whole}`)
for (let at = 1; at < bytes.length; at++) {
  const result = await read([bytes.slice(0, at), bytes.slice(at)])
  if (result !== whole) console.log(`${bytes.length - at} bytes left: ${result}`)
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
whole: [["a","one"]]
2 bytes left: MultipartParseError: Unexpected data after end of stream
1 bytes left: MultipartParseError: Unexpected data after end of stream
SEEN
