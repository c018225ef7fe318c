import { sql } from 'kysely'
import { isEmail, normaliseEmail } from '#kit/contract/email-address.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { attemptsChanged, type SignInAttempt, type SignInIssue, type Step } from '../../contract.ts'

/** Values for the placeholders of a finding: names, addresses, times. Never a code, token or secret. */
export type Values = Readonly<Record<string, string>>

/** One step of a sign-in: that it succeeded (perhaps with a remark), or what was wrong with it. */
export type AttemptStep = {
  readonly step: Step
  readonly finding?: SignInIssue
  readonly values?: Values
  readonly failed?: true
}

/** Records how far a sign-in got. No request waits for it, and its failures do not affect the sign-in. */
export type AttemptLog = {
  readonly id: string
  note(...steps: readonly AttemptStep[]): void
  /** The user it identified. */
  email(address: string): void
  end(outcome: SignInAttempt['outcome']): void
}

/** Number of attempts stored per provider. */
const KEPT = 200
const LONGEST_VALUE = 300

/** Writes in progress, by attempt: a provider may redirect a user back before the first one is done. */
const openWrites = new Map<string, Promise<unknown>>()

/** Starts the record of a sign-in. */
export function beginAttempt(portal: AppContext, provider: string, hint: string | undefined): AttemptLog {
  const email = hint && isEmail(hint) ? normaliseEmail(hint) : undefined
  const id = crypto.randomUUID()
  const first = sql`
    with made as (insert into sign_in_attempts (id, provider_id, kind, email, domain) values (${id}, ${provider}, 'SIGN_IN', ${email ?? null}, ${domainIn(email)}))
    delete from sign_in_attempts where id in (
      select id from sign_in_attempts where provider_id = ${provider} order by at desc offset ${KEPT - 1})`
  return attemptLog(portal, { id, provider, test: false }, first)
}

/** Continues the record of a sign-in. Pages are notified of each step of a test, and of the end of other attempts. */
export function attemptLog(
  portal: AppContext,
  { id, provider, test }: { id: string; provider: string; test: boolean },
  first?: ReturnType<typeof sql>,
): AttemptLog {
  let steps: object[] = []
  let who: string | undefined
  let outcome: string | undefined
  let isWanted = false
  if (first) after(Promise.resolve(), () => first.execute(portal.db))

  function report(failure: unknown): void {
    portal.log.warn({ err: failure, attempt: id }, 'a sign-in was not stored')
  }

  function after(last: Promise<unknown>, work: () => Promise<unknown>): void {
    const writeTask = last
      .then(work)
      .catch(report)
      .finally(() => {
        if (openWrites.get(id) === writeTask) openWrites.delete(id)
      })
    openWrites.set(id, writeTask)
  }

  /** Steps that arrive while the last write is in progress are written together. */
  function write(): void {
    if (isWanted) return
    isWanted = true
    after(openWrites.get(id) ?? Promise.resolve(), flush)
  }

  async function flush(): Promise<void> {
    isWanted = false
    // Read together: the outcome is never stored before the steps that led to it.
    const events = JSON.stringify(steps)
    const [endOutcome, address] = [outcome, who]
    steps = []
    await inTransaction(portal.db, async (tx) => {
      await sql`
        update sign_in_attempts set steps = steps || ${events}::jsonb, email = coalesce(${address ?? null}, email), domain = coalesce(${domainIn(address)}, domain),
          outcome = coalesce(${endOutcome ?? null}, outcome), updated_at = now()
        where id = ${id} and jsonb_array_length(steps) < 40`.execute(tx)
      if (test || endOutcome) await portal.live.publish(tx, { topic: attemptsChanged, body: { attempt: id, provider } })
    })
  }

  return {
    id,
    note(...notes) {
      const at = new Date().toISOString()
      for (const { step, finding, values = {}, failed: hasFailed } of notes)
        steps.push({ step, ok: !hasFailed, at, finding: finding ?? null, values: shortenValues(values) })
      write()
    },
    email(address) {
      who = address.slice(0, 254)
    },
    end(result) {
      outcome = result
      write()
    },
  }
}

function domainIn(email: string | undefined): string | null {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return email?.includes('@') && domain ? domain.slice(0, 253) : null
}

function shortenValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value).slice(0, LONGEST_VALUE)]),
  )
}
