/** Cells in the order of the clients; `note`: why one is empty. */
export type Row = { variant: string; cells: { carries: boolean; note: string }[] }
export type Table = { program: string; version: string; clients: string[]; rows: Row[]; unserved: { variant: string; lacks: string }[] }

/** Tables as the guide shows them. */
export function tablesText(tables: Table[]): string {
  return tables
    .map(({ program, version, clients, rows, unserved }) => {
      const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
      return [
        `## ${program} ${version}`,
        '',
        line(['', ...clients]),
        line(['---', ...clients.map(() => '---')]),
        ...rows.map(({ variant, cells }) => line([`\`${variant}\``, ...cells.map(({ carries, note }) => (carries ? 'yes' : `– ${note}`))])),
        '',
        ...(unserved.length > 0
          ? [`Not served: ${unserved.map(({ variant, lacks }) => `\`${variant}\` (${lacks})`).join(', ')}.`, '']
          : []),
      ].join('\n')
    })
    .join('')
}

/** A guide with these tables in place of its own of the same programs. */
export function withTables(guide: string, tables: Table[]): string {
  const [intro = '', ...old] = guide.split(/^(?=## )/m)
  const kept = old.filter((section) => !tables.some(({ program }) => section.startsWith(`## ${program} `)))
  return intro + [...kept, ...tables.map((table) => tablesText([table]))].toSorted().join('')
}

/** What differs between two texts of tables, one sentence a line. */
export function changedCells(before: string, after: string): string[] {
  const [old, now] = [readCells(before), readCells(after)]
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  return keys.flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)]
    return was === is ? [] : [`${key}: ${was ?? 'new'} → ${is ?? 'gone'}`]
  })
}

/** Cells by what they are about; programs with their versions count as cells. */
function readCells(text: string): Map<string, string> {
  const cells = new Map<string, string>()
  for (const section of text.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = section.split('\n')
    const [program = '', version = ''] = title.split(' ')
    cells.set(program, version)
    const [head = [], , ...rows] = lines
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    for (const client of head.slice(1)) cells.set(client.split(' ')[0] ?? '', client.split(' ')[1] ?? '')
    for (const [variant, ...all] of rows)
      for (const [at, cell] of all.entries()) cells.set(`${program} ${variant} ${head[at + 1]?.split(' ')[0]}`, cell)
  }
  return cells
}
