import { caseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { BindParameter } from '#kit/server/statement.ts'

/** The members of a known issue as the session sees it, for `json_build_object`; of `known_issues k`. */
export function knownIssueMembers(session: Session, bind: BindParameter): string {
  const linkedCases = `select count(*) from known_issue_cases l join cases c on c.id = l.case_id
    where l.known_issue_id = k.id and ${scopeCondition(caseScope(session), bind)}`
  return `'key', k.key, 'title', k.title, 'product', k.product, 'component', k.component, 'affected', k.affected, 'fixedIn', k.fixed_in,
    'severity', k.severity, 'symptom', k.symptom, 'conditions', k.conditions, 'signature', k.signature, 'workaround', k.workaround,
    'releaseNote', k.release_note, 'published', k.published, 'state', case when k.fixed_in is null then 'OPEN' else 'FIXED' end,
    'caseCount', (${linkedCases}), 'created', ${isoJson('k.created_at')}, 'updated', ${isoJson('k.updated_at')}, 'version', k.version`
}
