import { useT } from '../i18n.ts'
import { jobText } from './job-text.ts'

/** A job in plain words; its name in the logs shows on hover. */
export function JobName({ name }: { name: string }) {
  useT()
  return <span title={name}>{jobText(name)}</span>
}
