const TAG = 'location:'

/** The tag `location:Tokyo` names it; else the name up to its first number or separator: `Hong Kong 01 | IPLC` is Hong Kong. */
export function locationOf(name: string, tags: readonly string[]): string {
  const tagged = tags
    .find((tag) => tag.toLowerCase().startsWith(TAG))
    ?.slice(TAG.length)
    .trim()
  return tagged || /^[^\d|·/([【（#_-]+/u.exec(name)?.[0].trim() || name
}
