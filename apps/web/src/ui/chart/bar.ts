export interface Bar {
  /** What the bar stands for, in full, such as its day. */
  name: string
  /** At the axis; only some bars carry one. */
  tick?: string
  value: number
  /** Value at the same point of the period before. */
  previous?: number
  /** `now`: the running day; `ahead`: still to come, only the period before shows; `warm`: stands out. */
  kind?: 'now' | 'ahead' | 'warm'
  /** Added to the shown value, such as a number of orders. */
  more?: string
}
