import { plainCode } from '@portico/contract/typed-code'

/** A code as it is compared: case and spaces do not matter. */
export function normalCode(typed: string): string {
  return plainCode(typed).toUpperCase()
}
