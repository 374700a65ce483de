/** Random number for what a form makes, so that sending again makes nothing new. */
export function newNumber(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
