import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { ServiceUser } from './service-user.ts'

/**
 * Whether the server's user can access a file or directory: checked as that user, so that every rule of the system
 * counts.
 */
export function canAccess(path: string, user?: ServiceUser): boolean {
  if (user) return spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid, stdio: 'ignore' }).status === 0
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
