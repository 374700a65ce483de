/** What a passkey stores of its owner: a number that says nothing about the person. */
export function userHandle(accountId: number): Buffer<ArrayBuffer> {
  return Buffer.from(`portico-${accountId}`)
}
