import type pg from 'pg'

/** The addresses of the users whose inboxes have notifications of a kind, sorted; of one thread where it is given. */
export async function notifiedOf(pool: pg.Pool, kind: string, thread?: string): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `select u.email from notifications n join users u on u.id = n.user_id
    where n.kind = $1 and n.listed and ($2::text is null or n.thread = $2) order by u.email`,
    [kind, thread ?? null],
  )
  return rows.map(({ email }) => email)
}
