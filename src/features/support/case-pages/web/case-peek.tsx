import { readCase } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { CaseBadge, CaseBars } from './case-badge.tsx'
import classes from './case-peek.module.css'

/** A preview of a case: subject, status, priority, description. */
export function CasePeek({ caseKey }: { caseKey: string }) {
  const { data, error } = useQueryOf(readCase, { params: { key: caseKey } })
  if (error) return <ErrorState error={error} />
  if (!data) return <LoadingRows rows={3} />
  return (
    <div className={classes.peek}>
      <h3>{data.subject}</h3>
      <div className="row">
        <CaseBadge row={data} />
        <CaseBars row={data} />
      </div>
      <Markdown text={data.description} />
    </div>
  )
}
