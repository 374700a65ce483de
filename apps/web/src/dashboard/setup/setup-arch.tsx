import { StepsArch } from '../../ui/stone/steps-arch.tsx'
import styles from './setup.module.css'

/** Position of the site's address among the steps; it can be set at any time. */
export const addressPlace = (steps: readonly unknown[]): number => Math.floor(steps.length / 2)

/** The steps with the address as keystone. `isOpen`: the address can be reached. */
export function SetupArch({ done, isOpen }: { done: boolean[]; isOpen: boolean }) {
  const address = addressPlace(done)
  const all = done.toSpliced(address, 0, isOpen)
  const first = all.findIndex((one, i) => !one && i !== address)
  // The address is next once nothing else is left.
  const now = first < 0 ? address : first
  const kindOf = (isDone: boolean, at: number) => (isDone ? 'done' : at === now ? 'now' : 'ahead')
  return <StepsArch steps={all.map(kindOf)} hasShafts className={styles['arch']} />
}
