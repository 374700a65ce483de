import type { ImportedGame } from '@portico/contract/games-admin'

/** Parses games, one per line: name, then aliases after `|`. Skips empty lines. */
export function readNames(text: string): ImportedGame[] {
  return text
    .split('\n')
    .map((line) => line.split(/[|｜\t]/).map((part) => part.trim()))
    .flatMap(([name = '', ...aliases]) => (name === '' ? [] : [{ name, aliases: aliases.filter(Boolean) }]))
}
