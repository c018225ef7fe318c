import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { type BindParameter, buildSql, within } from '#kit/server/statement.ts'
import type { MatchingKnownIssue } from '../contract.ts'
import { knownIssueMembers } from './known-issue-json.ts'
import { affectsAccount, knownIssueScope, seenCondition } from './known-issue-scope.ts'

/** What known issues are compared with. */
export type MatchedText = {
  readonly text: string
  readonly product?: string | null | undefined
  readonly productVersion?: string | null | undefined
  readonly accountId?: number | undefined
  /** The case whose linked known issues are left out. */
  readonly caseId?: number
}

const MOST = 4
const LEAST_WORDS = 2
const LEAST_LIKENESS = 0.25
const commonWords =
  'the,and,for,with,from,this,that,are,was,were,has,have,had,not,but,our,you,your,can,all,after,since,when,then,they,them,its,into,been,will,one,two,more,than'

/**
 * Known issues within what the session sees that match a text: those with a signature that the text contains, then by
 * the share of the title's words that it has. Another product, or a version that is not affected, rules one out; one
 * that affects a deployment of the account counts more.
 */
export async function findMatches(
  db: Database | Tx,
  session: Session,
  { text, product, productVersion, accountId, caseId }: MatchedText,
): Promise<MatchingKnownIssue[]> {
  const scope = knownIssueScope(session)
  const ruledOut = (bind: BindParameter) => [
    ...(product ? [`k.product = ${bind(product)}`] : []),
    // A version without a number rules nothing out.
    ...(product && productVersion
      ? [`version_in_range(${bind(productVersion)}, k.affected) is distinct from false`]
      : []),
    ...(caseId === undefined
      ? []
      : [`not exists (select from known_issue_cases l where l.known_issue_id = k.id and l.case_id = ${bind(caseId)})`]),
  ]
  const rows = await within(db)<{ row: MatchingKnownIssue }>(
    buildSql((bind) => {
      const typedText = bind(text)
      const here = accountId === undefined ? 'false' : affectsAccount(accountId, bind)
      return `with wanted as materialized (
          select word from unnest(search_terms(${typedText})) as word where length(word) > 2 and word <> all(string_to_array(${bind(commonWords)}, ',')) limit 200
        ), found as (
          select k.*, array(select word from wanted where k.words @@ ('''' || word || '''')::tsquery order by word) as matched,
            (select count(*) from wanted where word = any(search_terms(k.title))) as titled,
            (select count(*) from unnest(search_terms(k.title)) as word where length(word) > 2 and word <> all(string_to_array(${bind(commonWords)}, ','))) as title_words,
            exists (select from unnest(k.signature) as fragment where position(lower(fragment) in lower(${typedText})) > 0) as signed, ${here} as here
          from known_issues k where ${[seenCondition(scope, bind), ...ruledOut(bind)].join(' and ')}
        ), ranked as (
          select *, least(1, case when signed then 0.8 else 0 end + 0.6 * titled / greatest(title_words, 1) + 0.05 * cardinality(matched) + case when here then 0.1 else 0 end) as likeness
          from found where signed or cardinality(matched) >= ${LEAST_WORDS}
        )
        select (json_build_object(${knownIssueMembers(session, bind)}, 'likeness', round(k.likeness::numeric, 3)::float8, 'matched', k.matched)) as row
        from ranked k where k.likeness >= ${LEAST_LIKENESS} order by k.likeness desc, k.id limit ${MOST}`
    }),
  )
  return rows.map(({ row }) => row)
}
