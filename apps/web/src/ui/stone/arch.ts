/** An arch around 0,0 with y pointing down; lengths in units of the drawing. */
export interface Arch {
  outer: number
  inner: number
  /** Stones in the half circle. */
  ring: number
  /** Stones in each leg. */
  legs: number
  /** Length of a leg. */
  foot: number
  /** Space between two stones. */
  gap: number
}
export interface Stone {
  /** The outline, for a path. */
  d: string
  /** The middle of the stone. */
  x: number
  y: number
}

/** The stones of an arch from the left foot over the keystone to the right foot. */
export function archStones({ outer, inner, ring, legs, foot, gap }: Arch): Stone[] {
  const half = gap / 2
  const pitch = legs > 0 ? foot / legs : 0
  const left = Array.from({ length: legs }, (_, i) => legStone(-outer, -inner, foot - (i + 1) * pitch + half, foot - i * pitch - half))
  const right = Array.from({ length: legs }, (_, i) => legStone(inner, outer, i * pitch + half, (i + 1) * pitch - half))
  const step = Math.PI / ring
  const vault = Array.from({ length: ring }, (_, i): Stone => {
    const [from, to] = [Math.PI - i * step, Math.PI - (i + 1) * step]
    const corner = (radius: number, angle: number, inwards: 1 | -1): string => {
      const at = angle + inwards * Math.asin(half / radius)
      return `${round(radius * Math.cos(at))} ${round(-radius * Math.sin(at))}`
    }
    const arc = (radius: number, sweep: 0 | 1): string => `A${radius} ${radius} 0 0 ${sweep}`
    const middle = (from + to) / 2
    return {
      d: `M${corner(outer, from, -1)}${arc(outer, 1)} ${corner(outer, to, 1)}L${corner(inner, to, 1)}${arc(inner, 0)} ${corner(inner, from, -1)}Z`,
      x: round(((outer + inner) / 2) * Math.cos(middle)),
      y: round((-(outer + inner) / 2) * Math.sin(middle)),
    }
  })
  return [...left, ...vault, ...right]
}

/** The way through the arch, down to its feet. */
export function archOpening(radius: number, foot: number): string {
  return `M${-radius} ${foot}V0A${radius} ${radius} 0 0 1 ${radius} 0V${foot}Z`
}

function legStone(x1: number, x2: number, y1: number, y2: number): Stone {
  const [top, bottom] = [round(y1), round(y2)]
  return { d: `M${x1} ${bottom}H${x2}V${top}H${x1}Z`, x: (x1 + x2) / 2, y: round((y1 + y2) / 2) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
