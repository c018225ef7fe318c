import { readFileSync } from 'node:fs'

/** A system account that the database server runs under. */
export interface ServiceUser {
  name: string
  uid: number
  gid: number
}

/**
 * The account to run PostgreSQL under, or undefined for our own. Only root needs one, because PostgreSQL does not run
 * as root: the owner of existing data, else `postgres`, else `nobody`. A uid without an entry in passwd is never used,
 * initdb fails with it.
 */
export function serviceUser(owner?: number): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readUsers()
  return (
    users.find(({ uid }) => uid === owner && uid !== 0) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  )
}

function readUsers(): ServiceUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
