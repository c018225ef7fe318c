import { sql } from 'kysely'
import type { MailSource } from './mail-composer.ts'
import { groupsOf } from './mail-source-groups.ts'
import type { AppContext } from './portal.ts'
import { inTransaction } from './serve/transaction.ts'

/** How an attempt to send a copy ended. */
export type Outcome = MailSource & {
  readonly id: number
  readonly userId: number
  readonly composer: string
  readonly attempts: number
  readonly state: 'SENT' | 'WAITING' | 'FAILED' | 'DROPPED'
  readonly error: string | undefined
}

/** Records how attempts ended, and passes those that were the last ones to the composers. */
export async function recordOutcomes(
  { db, mailComposers }: Pick<AppContext, 'db' | 'mailComposers'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The delays grow as those of other jobs do: from seconds to six hours.
    await sql`
      update mail_outbox m set state = o.state, attempts = o.attempts, error = o.error,
        sent_at = case when o.state = 'SENT' then now() end,
        send_at = case when o.state = 'WAITING' then now() + make_interval(secs => exp(least(10, o.attempts))) else m.send_at end
      from unnest(${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map(({ attempts }) => attempts)}::int[], ${outcomes.map(({ error }) => error ?? null)}::text[]) as o(id, state, attempts, error)
      where m.id = o.id and m.state = 'WAITING'`.execute(tx)
    const endedCopies = outcomes.filter(({ state }) => state === 'FAILED' || state === 'DROPPED')
    for (const group of groupsOf(endedCopies)) {
      const usersOf = (state: Outcome['state']) =>
        group.filter((one) => one.state === state).map(({ userId }) => userId)
      const composer = mailComposers.find(({ name }) => name === group[0]!.composer)
      await composer?.notSent?.(tx, group[0]!, { failed: usersOf('FAILED'), dropped: usersOf('DROPPED') })
    }
  })
}
