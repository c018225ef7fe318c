import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

const first =
  'Anke Bruno Chiara Dario Elif Farid Greta Hanna Igor Jasmin Kofi Lena Marco Nadia Omar Petra Quentin Rosa Sven Tomás Ulla Vera Wim Yara Zoltan'.split(
    ' ',
  )
const last =
  'Almeida Bauer Castell Duarte Eriksen Ferrand Grünwald Haddad Ivanova Jansen Keller Lindgren Moreau Novak Okoye Pereira Quist Rossi Silva Tanaka Ueda Vogt Weber Yilmaz Zanetti'.split(
    ' ',
  )
const staff: readonly (readonly [name: string, role: string])[] = [
  ['Marta Ellison', 'HARMONIC_CSM'],
  ['Devon Okafor', 'HARMONIC_CSM'],
  ['Lucía Barragán', 'HARMONIC_CSM'],
  ['Aino Rautio', 'HARMONIC_CSM'],
  ['Haruka Senda', 'HARMONIC_CSM'],
  ['Dana Levi', 'HARMONIC'],
  ['Omar Haddad', 'HARMONIC'],
  ['Yusuf Aydin', 'HARMONIC_RND'],
  ['Sofia Rinaldi', 'HARMONIC_NOC'],
]

type CrowdUser = { name: string; role: string; account: number | null; domain: string }

/**
 * All other users of the demo, who do not sign in: more vendor staff, and a manager and three users of every account.
 */
export async function generateDemoUsers(tx: Tx): Promise<void> {
  const accounts = await tx.selectFrom('accounts').select(['id', 'domains']).orderBy('id').execute()
  const customers = accounts.flatMap(({ id, domains }, index) =>
    ['MANAGER', 'USER', 'USER', 'USER'].map(
      (role, place): CrowdUser => ({
        name: nameOf(index * 4 + place),
        role,
        account: id,
        domain: domains[0] ?? 'people.example',
      }),
    ),
  )
  const vendor = staff.map(([name, role]): CrowdUser => ({ name, role, account: null, domain: 'harmonic.example' }))
  const crowd = [...vendor, ...customers].map((user) => ({ ...user, email: emailOf(user) }))
  await sql`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(crowd)}::jsonb) as w(name text, role text, account bigint, email text)),
    made as (
      insert into users (email, full_name, state, created_at, last_login_at)
      select email, min(name), 'active', now() - (100 + (hashtext(email || ' ') & 1023)) * interval '1 day', now() - (hashtext(email) & 127) * interval '17 hours' from wanted group by email on conflict (email) do nothing returning id, email
    )
    insert into role_grants (user_id, role, account_id) select distinct made.id, role, account from made join wanted using (email)`.execute(
    tx,
  )
}

/** Every pair of a first and a last name occurs once before any repeats. */
function nameOf(n: number): string {
  return `${first[n % first.length]} ${last[(n + Math.floor(n / first.length)) % last.length]}`
}

function emailOf({ name, domain }: CrowdUser): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return `${plain.toLowerCase().replaceAll(' ', '.')}@${domain}`
}
