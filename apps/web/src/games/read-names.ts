import type { ImportedGame } from '@portico/contract/games-admin'

/** One game a line: its name, then other names after `|`. Empty lines are left out. */
export function readNames(text: string): ImportedGame[] {
  return text
    .split('\n')
    .map((line) => line.split(/[|｜\t]/).map((part) => part.trim()))
    .flatMap(([name = '', ...aliases]) => (name === '' ? [] : [{ name, aliases: aliases.filter(Boolean) }]))
}
