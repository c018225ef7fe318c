import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { NAME_BEGINNING } from '../contract/name-check.ts'
import { accountProblems, type NameCheckResult, nameCheckMessages, validateName } from '../contract.ts'
import { lockAccountNames } from './check-display-name.ts'

/** The verdict on a name, and the account that conflicts with it. */
export type NameCheck = { readonly verdict: NameCheckResult; readonly clash: string | null; readonly text: string }

/** Whether an account can have the name. Deleted accounts keep theirs: releases and records stay under it. */
export async function checkName(db: Database | Tx, name: string): Promise<NameCheck> {
  const flaw = validateName(name)
  if (flaw) return nameCheckOf(flaw, null)
  const beginning = name.slice(0, NAME_BEGINNING)
  const { rows } = await sql<{ name: string }>`
    select name from accounts where left(name, ${sql.lit(NAME_BEGINNING)}) = ${beginning} order by name = ${name} desc, name limit 1`.execute(
    db,
  )
  const other = rows[0]?.name
  if (other === undefined) return nameCheckOf('free', null)
  return nameCheckOf(other === name ? 'taken' : 'clash', other)
}

/** Rejects an unusable name. Concurrent creations wait, so that of two clashing names one is first. */
export async function requireFreeName(tx: Tx, name: string): Promise<void> {
  await lockAccountNames(tx)
  const { verdict, text } = await checkName(tx, name)
  if (verdict === 'free') return
  const why = text.replace(/\.$/, '')
  const unfit = verdict === 'malformed' || verdict === 'reserved'
  throwProblem(
    accountProblems[unfit ? 'account-name-unfit' : 'account-name-taken'],
    { name: name.slice(0, 64), why: why[0]!.toLowerCase() + why.slice(1) },
    { fields: [{ path: 'name', message: text }] },
  )
}

function nameCheckOf(verdict: NameCheckResult, clash: string | null): NameCheck {
  return { verdict, clash, text: fillText(nameCheckMessages[verdict], { clash: clash ?? '' }) }
}
