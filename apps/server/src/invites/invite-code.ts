/** A code as it is compared: case and spaces do not matter. */
export function normalCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}
