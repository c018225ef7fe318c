import { readCase } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CaseBadge, CaseBars } from './case-badge.tsx'
import classes from './case-peek.module.css'

/** A preview of a case: subject, status, priority, description. */
export function CasePeek({ caseKey }: { caseKey: string }) {
  const query = useQueryOf(readCase, { params: { key: caseKey } })
  return (
    <QueryView query={query} rows={3}>
      {(found) => (
        <div className={classes.peek}>
          <h3>{found.subject}</h3>
          <div className="row">
            <CaseBadge row={found} />
            <CaseBars row={found} />
          </div>
          <Markdown text={found.description} />
        </div>
      )}
    </QueryView>
  )
}
