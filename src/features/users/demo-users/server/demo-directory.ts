import type { Role } from '#features/access/roles/contract.ts'
import { hashPassword, storePassword } from '#features/users/passwords/server/index.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'

/** A named user of the demo, who is also a named user of the tests. `in` selects one of the accounts given. */
export type DemoUser = {
  readonly email: string
  readonly fullName: string
  readonly jobTitle: string
  readonly role: Role
  readonly in?: 'customer' | 'second' | 'parent'
}

/** The password of all users in a demo; shown wherever it could be needed. */
export const demoPassword = 'Coax-42-Lantern!'

const staff = (email: string, fullName: string, jobTitle: string, role: Role): DemoUser => ({
  email: `${email}@harmonic.example`,
  fullName,
  jobTitle,
  role,
})

/** The named users; the customer's users belong to the demo's main account. */
export const demoUsers = {
  admin: staff('nora.lindqvist', 'Nora Lindqvist', 'Portal administrator', 'ADMIN'),
  tacManager: staff('samuel.adeyemi', 'Samuel Adeyemi', 'TAC manager', 'HARMONIC_TAC_MANAGER'),
  engineer: staff('priya.raman', 'Priya Raman', 'TAC engineer', 'HARMONIC'),
  csm: staff('jonas.wieland', 'Jonas Wieland', 'Customer success manager', 'HARMONIC_CSM'),
  noc: staff('keiko.mori', 'Keiko Mori', 'NOC engineer', 'HARMONIC_NOC'),
  rnd: staff('oleg.sava', 'Oleg Sava', 'Software engineer, R&D', 'HARMONIC_RND'),
  releaseManager: staff('claire.fontaine', 'Claire Fontaine', 'Release manager', 'RELMGR'),
  approver: staff('victor.hale', 'Victor Hale', 'Release approver', 'RELEASE_APPROVER'),
  manager: {
    email: 'ingrid.brandt',
    fullName: 'Ingrid Brandt',
    jobTitle: 'Head of access network',
    role: 'MANAGER',
    in: 'customer',
  },
  user: { email: 'tom.becker', fullName: 'Tom Becker', jobTitle: 'Network engineer', role: 'USER', in: 'customer' },
  technician: {
    email: 'lukas.vogel',
    fullName: 'Lukas Vogel',
    jobTitle: 'Field technician',
    role: 'FIELDTECH',
    in: 'customer',
  },
  contractor: {
    email: 'mira.kovac',
    fullName: 'Mira Kovac',
    jobTitle: 'Contractor',
    role: 'CUST_CONTRACTOR',
    in: 'customer',
  },
  otherUser: {
    email: 'grace.whitlock',
    fullName: 'Grace Whitlock',
    jobTitle: 'Network operations',
    role: 'USER',
    in: 'second',
  },
  parentManager: {
    email: 'walter.vance',
    fullName: 'Walter Vance',
    jobTitle: 'Group network director',
    role: 'MANAGER',
    in: 'parent',
  },
} as const satisfies Readonly<Record<string, DemoUser>>

export type DemoName = keyof typeof demoUsers
/** The created users of the demo. */
export type DemoUsers = Readonly<
  Record<DemoName, { readonly id: number; readonly email: string; readonly fullName: string }>
>

/** Creates the demo users, active and with one password; those of an account get its domain. Returns them. */
export async function createDemoUsers(
  tx: Tx,
  accounts: Readonly<Record<NonNullable<DemoUser['in']>, string>>,
  password: string = demoPassword,
): Promise<DemoUsers> {
  const hash = await hashPassword(password)
  const actor = { userName: 'demo' }
  const demoUserEntries: [string, DemoUsers[DemoName]][] = []
  for (const [name, user] of Object.entries<DemoUser>(demoUsers)) {
    const account = user.in && accounts[user.in]
    const email = account ? `${user.email}@${account}.example` : user.email
    const { id } = await tx
      .insertInto('users')
      .values({ email, full_name: user.fullName, job_title: user.jobTitle, state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storePassword(tx, id, hash, actor)
    await grantRole(tx, actor, { userId: id, role: user.role, account })
    demoUserEntries.push([name, { id, email, fullName: user.fullName }])
  }
  return Object.fromEntries(demoUserEntries) as DemoUsers
}
