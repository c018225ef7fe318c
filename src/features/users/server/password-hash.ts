import { hash, verify } from '@node-rs/argon2'

/** argon2id (the package's default), 19 MiB, 2 passes, 1 lane (OWASP). Raising it re-hashes each password at its next sign-in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const marks = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`

/** Hashes a password on a thread of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost)
}

/** Whether the password is the one; `null` (nobody has it) takes the same time and is never right. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const right = await verify(stored ?? (await nobodys), password.normalize('NFC'))
  return right && stored !== null
}

/** Whether a hash was made with less than today's cost. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith('$argon2id$') || !stored.includes(marks)
}

let nobodys: Promise<string> | undefined
