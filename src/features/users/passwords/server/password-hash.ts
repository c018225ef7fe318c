import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/**
 * argon2id (the package's default), 19 MiB, 2 passes, 1 lane (OWASP). Raising it re-hashes passwords at the next
 * sign-in.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const marks = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`

/** Hashes a password on its own thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), cost))
}

/** Whether the password matches; `null` (of no user) takes the same time and never matches. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const wantedHash = storedHash ?? (await nobodys)
  const right = await inTurn(() => verify(wantedHash, password.normalize('NFC')))
  return right && storedHash !== null
}

/** Whether a hash was made with less than the current cost. */
export function isOutdated(storedHash: string): boolean {
  return !storedHash.startsWith('$argon2id$') || !storedHash.includes(marks)
}

let nobodys: Promise<string> | undefined

/** One core stays free of hashing, so that many sign-ins at once do not block other work. */
const most = Math.max(1, availableParallelism() - 1)
const waiting: (() => void)[] = []
let running = 0

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
