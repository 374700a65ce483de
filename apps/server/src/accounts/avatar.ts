const FACE = '#1b2954'

/** A picture of a name: its initials in white on ink, as a data URL. Wide enough for the arch in which pages set faces. */
export function avatarOf(name: string): string {
  const letters = initialsOf(name)
  const text = `<text x="26" y="38" font-family="system-ui, sans-serif" font-size="20" font-weight="600" fill="#fff" text-anchor="middle">`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 60"><path fill="${FACE}" d="M0 0h52v60H0z"/>${text}${escapeXml(letters)}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Two letters for two words, one for a single word or a Chinese name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = firstLetter(words[0] ?? '')
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : ''
  return (/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(first + last) ? first + last : first) || '#'
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstLetter(word: string): string {
  const [first] = graphemes.segment(word)
  return (first?.segment ?? '').toUpperCase()
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}
