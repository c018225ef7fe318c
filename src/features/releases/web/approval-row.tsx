import { Monogram } from '#kit/web/look/face.tsx'
import { Age } from '#kit/web/time/age.tsx'
import type { BundleRelease } from '../contract.ts'
import classes from './approvals-page.module.css'
import { ReleaseBadge } from './release-badge.tsx'

/** A release in the queue: for whom, of what, since when. */
export function ApprovalRow({ release, open, onOpen }: { release: BundleRelease; open: boolean; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={classes.row} aria-current={open || undefined} onClick={onOpen}>
        <Monogram name={release.accountDisplayName} size={20} />
        <span className={classes.words}>
          <strong className="el">{release.name}</strong>
          <span className="el">{`${release.accountDisplayName} · ${release.bundleName}`}</span>
        </span>
        <span className={classes.end}>
          <ReleaseBadge release={release} />
          <Age at={release.delivered ?? release.created} />
        </span>
      </button>
    </li>
  )
}
