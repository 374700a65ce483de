import { Fragment } from 'react'
import { splitLinks } from './split-links.ts'

/** A message as it was written, with its web addresses as links. Never markup. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="breaks" style={{ margin: 0, whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext' }}>
      {splitLinks(text).map((part, at) =>
        part.href === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
          <Fragment key={at}>{part.text}</Fragment>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}
