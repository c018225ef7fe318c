import classes from './ring.module.css'
import type { UploadItem } from './upload-item.ts'

/** Total progress as a ring; red where a part has failed. */
export function ProgressRing({ percent, failed }: { percent: number; failed: boolean }) {
  return (
    <svg className={classes.ring} viewBox="0 0 20 20" data-failed={failed || undefined} aria-hidden>
      <circle cx={10} cy={10} r={8} />
      <circle cx={10} cy={10} r={8} pathLength={100} strokeDasharray={`${Math.max(2, percent)} 100`} />
    </svg>
  )
}

/** The progress of all uploads together, by their bytes. */
export function percentOf(items: readonly UploadItem[]): number {
  const bytes = items.reduce((sum, { size = 1 }) => sum + size, 0)
  const doneBytes = items.reduce((sum, { size = 1, percent }) => sum + (size * percent) / 100, 0)
  return Math.round((100 * doneBytes) / Math.max(1, bytes))
}
