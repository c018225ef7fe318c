import { Link } from '@tanstack/react-router'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { KnownIssue } from '../contract.ts'
import { knownIssuePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './case-known-issues.module.css'
import { FixedBadge, UnpublishedBadge } from './known-issue-badges.tsx'

type Props = { issue: KnownIssue; busy?: boolean; onLink?: () => void; onUnlink?: () => void }

/** A known issue beside a case, with the button that links or unlinks it. */
export function KnownIssueLine({ issue, busy = false, onLink, onUnlink }: Props) {
  const t = useText()
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <span className={classes.badges}>
          <FixedBadge {...issue} />
          <UnpublishedBadge {...issue} />
        </span>
        <Link to={knownIssuePath({ issueKey: issue.key })} className={classes.key} title={issue.title} translate="no">
          <code>{issue.key}</code> {issue.title}
        </Link>
      </div>
      {onLink && (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('onCase.link')} ${issue.key}`}
          loading={busy}
          onClick={onLink}
        >
          {t('onCase.link')}
        </Button>
      )}
      {onUnlink && (
        <IconButton size={24} aria-label={t('onCase.unlink', { key: issue.key })} loading={busy} onClick={onUnlink}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
