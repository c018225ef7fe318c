import { Link } from '@tanstack/react-router'
import type { Case } from '#features/support/cases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { findingsChanged, listFindings, readInsights } from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './case-findings.module.css'
import { FindingStateBadge, SeverityBadge } from './finding-badges.tsx'
import { formatValue } from './format-value.ts'

/** The findings that a case was filed for, with their current state. */
export function CaseFindings({ found }: { found: Case }) {
  const mayRead = useAllows(readInsights, found.account)
  return mayRead ? <Panel found={found} /> : null
}

function Panel({ found }: { found: Case }) {
  const t = useText()
  const { data } = useQueryOf(listFindings, { query: { case: [found.key] } })
  useTopic(findingsChanged, { account: found.account }, () => void refresh(listFindings))
  const ofCase = { account: found.account, accountId: found.accountId }
  const findings = data?._embedded.findings ?? []
  if (findings.length === 0) return null
  return (
    <section aria-label={t('onCase')} className={classes.panel}>
      <h3>{t('onCase')}</h3>
      <ul>
        {findings.map((finding) => {
          const title = t('finding.subject', {
            insight: finding.insightName,
            value: formatValue(finding.worst, finding.unit),
            object: finding.object || finding.deployment.displayName,
          })
          return (
            <li key={finding.id}>
              <Link to={findingPath({ ...ofCase, findingId: finding.id })}>{title}</Link>
              <span className={classes.badges}>
                <SeverityBadge severity={finding.severity} />
                <FindingStateBadge state={finding.state} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
