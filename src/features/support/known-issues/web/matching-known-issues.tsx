import { Link } from '@tanstack/react-router'
import type { CaseSuggestionProps } from '#features/support/case-pages/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { matchKnownIssues, readKnownIssues } from '../contract.ts'
import { knownIssuePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { FixedBadge } from './known-issue-badges.tsx'
import classes from './matching-known-issues.module.css'

/** Known issues that match the case being typed; nothing while there are none. */
export function MatchingKnownIssues({ account, text, product, productVersion }: CaseSuggestionProps) {
  const t = useText()
  const mayRead = useAllows(readKnownIssues, account)
  const versions = product ? { product, ...(productVersion ? { productVersion } : {}) } : {}
  const matchesQuery = useQueryOf(
    matchKnownIssues,
    { query: { account, text, ...versions } },
    { enabled: mayRead, keep: true },
  ).data?._embedded.knownIssues
  if (!mayRead || !matchesQuery?.length) return null
  return (
    <section className={classes.matching} aria-label={t('matching')}>
      <h3>
        <IconAlertTriangle size={16} aria-hidden /> {t('matching')}
      </h3>
      <ul aria-live="polite">
        {matchesQuery.map((issue) => (
          <li key={issue.key} className={classes.issue}>
            <div className="row">
              <Link to={knownIssuePath({ issueKey: issue.key })} target="_blank">
                <code>{issue.key}</code>
              </Link>
              <span className="end">
                <FixedBadge {...issue} />
              </span>
            </div>
            <strong translate="no">{issue.title}</strong>
            {issue.workaround && <Markdown text={issue.workaround} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
