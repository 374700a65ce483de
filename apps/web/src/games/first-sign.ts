/** The first sign of a name, which stands for a missing picture. Rare characters and emojis are two units long. */
export function firstSign(name: string): string {
  return name.slice(0, name.codePointAt(0) === name.charCodeAt(0) ? 1 : 2)
}
