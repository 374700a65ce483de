export interface Bar {
  /** What the bar stands for, such as its day, in full. */
  name: string
  /** At the axis; only some bars carry one. */
  tick?: string
  value: number
  /** The same point of the period before. */
  previous?: number
  /** `now`: the running day; `ahead`: still to come, only the period before shows; `warm`: stands out. */
  kind?: 'now' | 'ahead' | 'warm'
  /** Added to the value where it is shown, such as a count of orders. */
  more?: string
}
