import { linkParts } from './link-parts.ts'
import styles from './linked-text.module.css'

/** Plain text with its line breaks. Addresses that begin with http or https are links; nothing else in it is. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className={styles['text']}>
      {linkParts(text).map(({ text: part, href }, i) =>
        href === null ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
          <a key={i} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </p>
  )
}
