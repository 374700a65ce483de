import { cpus, loadavg } from 'node:os'
import { type Bar, type Figure, timeCalls } from './call-lines.ts'
import { openSite } from './kept-site.ts'
import { timeWork } from './work-lines.ts'

const SIZES = [1000, 100_000, 1_000_000]

/** Measures the same calls and the same work on sites of each size and prints them with their ratios. Returns whether every bar holds. */
export async function runSizes(sizes: number[]): Promise<boolean> {
  const wanted = sizes.length > 0 ? sizes : SIZES
  const measured: Figure[][] = []
  for (const members of wanted) {
    const site = await openSite(members)
    try {
      const { rows } = await site.client.query<{ v: string }>(`select current_setting('server_version') as v`)
      const about = `Node ${process.version}, PostgreSQL ${rows[0]?.v}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`
      console.log(`${members} members: ${about}, ${new Date().toISOString()}`)
      const figures: Figure[] = []
      measured.push(figures)
      for (const each of [timeCalls(site), timeWork(site)]) {
        for await (const one of each) {
          figures.push(one)
          console.log(`  ${one.name}: ${figure(one.value)} ${one.unit}`)
        }
      }
    } finally {
      await site.close()
    }
  }
  return print(wanted, measured)
}

function print(sizes: number[], measured: Figure[][]): boolean {
  const [few = []] = measured
  const rows = few.map(({ name, unit, bar }, i) => {
    const values = measured.map((figures) => figures[i]?.value ?? null)
    const [floor, ours] = [values[0] ?? null, values.at(-1) ?? null]
    const members = bar.perMember ? (sizes.at(-1) ?? 1) / (sizes[0] ?? 1) : 1
    const ratio = floor === null || ours === null ? null : ours / floor / members
    return { name: `${name}, ${unit}`, values, ratio, bar, good: ours !== null && holds(bar, ours, ratio) }
  })
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  console.log(line(['what', ...sizes.map((size) => size.toLocaleString('en')), 'ratio', 'bar', 'holds']))
  console.log(line(['---', ...sizes.map(() => '--:'), '--:', '---', '---']))
  for (const { name, values, ratio, bar, good } of rows)
    console.log(line([name, ...values.map(figure), ratio === null ? '' : ratio.toFixed(2), say(bar), good ? 'yes' : 'NO']))
  return rows.every(({ good }) => good)
}

function holds({ times = Infinity, most = Infinity, least = 0 }: Bar, value: number, ratio: number | null): boolean {
  return (ratio ?? Infinity) <= times && value <= most && value >= least
}

function say({ times, most, least, perMember }: Bar): string {
  const parts = [times && `≤ ${times} ×${perMember ? ' per member' : ''}`, most && `≤ ${most}`, least && `≥ ${least}`]
  return parts.filter(Boolean).join(', ')
}

function figure(value: number | null): string {
  return value === null ? 'refused' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)
}
