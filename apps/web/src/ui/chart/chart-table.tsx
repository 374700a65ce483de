import styles from './chart.module.css'

interface ChartTableProps {
  label: string
  /** Of the rows' names first. */
  heads: string[]
  rows: { name: string; cells: string[] }[]
}

/** The figures behind a chart. A long table scrolls within, also by keyboard. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles['table']} role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={heads[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
