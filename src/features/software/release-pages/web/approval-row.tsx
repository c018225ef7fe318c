import type { BundleRelease } from '#features/software/releases/contract.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { Age } from '#kit/web/time/age.tsx'
import classes from './approvals-page.module.css'
import { ReleaseBadge } from './release-badge.tsx'

/** A release in the queue: for whom, of what, since when. `brief` in one line, for finished ones. */
export function ApprovalRow(props: { release: BundleRelease; brief?: boolean; open: boolean; onOpen: () => void }) {
  const { release, brief, open, onOpen } = props
  const { name, accountDisplayName, bundleName, delivered, created } = release
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-brief={brief || undefined}
        aria-current={open || undefined}
        onClick={onOpen}
      >
        <Monogram name={accountDisplayName} size={20} />
        <span className={classes.words}>
          <strong className="el">{name}</strong>
          <span className="el">
            {name === bundleName ? accountDisplayName : `${accountDisplayName} · ${bundleName}`}
          </span>
        </span>
        <span className={classes.end}>
          <ReleaseBadge release={release} />
          <Age at={delivered ?? created} />
        </span>
      </button>
    </li>
  )
}
