import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import issues from './demo-data/known-issues.json' with { type: 'json' }

/** Declares the known issues of the demo, in the order of their keys, and links the cases that have them. */
export async function makeDemoKnownIssues(tx: Tx): Promise<void> {
  for (const [index, issue] of issues.entries()) {
    const daysAgo = (issues.length - index) * 6
    await sql`
      with declared as (
        insert into known_issues (title, product, component, affected, fixed_in, severity, symptom, conditions, signature, workaround, release_note, published, created_at, updated_at)
        values (${issue.title}, ${issue.product}, ${issue.component}, ${issue.affected}, ${issue.fixedIn}, ${issue.severity}, ${issue.symptom}, ${issue.conditions}::text[],
          ${issue.signature}::text[], ${issue.workaround ?? ''}, ${issue.releaseNote ?? ''}, true, now() - make_interval(days => ${daysAgo * 3}), now() - make_interval(days => ${daysAgo}))
        returning id
      ), noted as (insert into known_issue_notes (known_issue_id, note, detect) select id, '', ${issue.detect ?? ''} from declared)
      insert into known_issue_cases (known_issue_id, case_id, linked_at)
      select d.id, c.id, c.created_at from declared d join cases c on c.subject = any(${issue.cases}::text[])`.execute(
      tx,
    )
  }
}
