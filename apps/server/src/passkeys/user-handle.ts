/** A passkey's user handle: a number that reveals nothing about the person. */
export function userHandle(accountId: number): Buffer<ArrayBuffer> {
  return Buffer.from(`portico-${accountId}`)
}
