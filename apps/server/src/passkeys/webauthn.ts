/** The library that makes and checks passkeys. Loaded when first used: it takes 6 MB. */
export function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}
