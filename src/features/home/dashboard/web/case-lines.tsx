import { Link } from '@tanstack/react-router'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import type { ListedCase } from '#features/support/cases/contract.ts'
import classes from './case-lines.module.css'

/** Cases as rows of a card: key, subject, status. */
export function CaseLines(props: {
  account: Account
  rows: readonly ListedCase[]
  onPeek?: (row: ListedCase) => void
}) {
  return (
    <ul>
      {props.rows.map((row) => (
        <li key={row.key}>
          <Link
            to={customerCasesPath({ account: props.account }, { id: row.key, tab: 'activity' })}
            className={`line-link ${classes.line}`}
            onKeyDown={(event) => {
              if (event.key !== ' ' || !props.onPeek) return
              event.preventDefault()
              props.onPeek(row)
            }}
          >
            <code className={classes.key}>{row.key}</code>
            <span className={classes.subject}>{row.subject}</span>
            <CaseBadge row={row} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
