import { Link, useNavigate } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { openStatuses } from '#features/support/case-access/contract.ts'
import type { findSimilarCases } from '#features/support/cases/contract.ts'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { IconEye, IconMessagePlus } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { CaseBadge } from './case-badge.tsx'
import { caseLink } from './case-scope.ts'
import { Highlighted } from './highlighted.tsx'
import classes from './new-case.module.css'
import { useWatch } from './use-watch.ts'

type Similar = z.output<typeof findSimilarCases.reply>['_embedded']['issues'][number]

/** A case similar to the one being typed: what matches, how similar it is, and how to join it instead. */
export function SimilarCase({ row, first, text }: { row: Similar; first: boolean; text: string }) {
  const t = useText()
  const navigate = useNavigate()
  const { toggle } = useWatch(row)
  const { setText } = useDraftText(`comment:${row.key}:customer`)
  const share = Math.round(row.likeness * 100)
  const add = () => {
    // The composer of that case opens with the text typed here.
    if (text.trim()) setText(text)
    void navigate({ to: caseLink(row) })
  }
  return (
    <article className={classes.case} aria-label={row.key}>
      <div className="row">
        <Link to={caseLink(row)} className={classes.key}>
          <code>{row.key}</code>
        </Link>
        <span className="end">
          <CaseBadge row={row} />
        </span>
      </div>
      <h3 className={classes.caseTitle}>
        <Highlighted text={row.subject} words={row.matched} />
      </h3>
      <div className="row">
        <span className={classes.caseNote}>
          {t('new.yours', { at: formatTimestamp(row.created), name: row.reporter.fullName })}
        </span>
        <span className={classes.likeness} title={t('new.likeness', { share })}>
          <i className={classes.track}>
            <i style={{ width: `${share}%` }} />
          </i>
          {share} %
        </span>
      </div>
      {first && openStatuses.includes(row.status) && (
        <div className={classes.caseActions}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconMessagePlus size={15} aria-hidden />}
            onClick={add}
          >
            {t('new.addTo')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={row.isWatchedByCurrentUser}
            leftSection={<IconEye size={15} aria-hidden />}
            onClick={toggle}
          >
            {t(row.isWatchedByCurrentUser ? 'new.watched' : 'new.watch')}
          </Button>
        </div>
      )}
    </article>
  )
}
