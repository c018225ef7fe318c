import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The files that `npm run catalogue` writes. */
export const catalogues = [
  'docs/events.md',
  'docs/notifications.md',
  'src/features/platform/audit/event-texts.generated.ts',
  'src/features/users/users/permission-texts.generated.ts',
]

/** Whether a committed file is what `program` writes to a file now; `npm run <command>` brings it up to date. */
export function upToDate(command, file, program) {
  const folder = mkdtempSync(join(tmpdir(), 'headend-check-'))
  const fresh = join(folder, basename(file))
  try {
    const { status, stderr } = spawnSync(process.execPath, [...program, fresh], { encoding: 'utf8' })
    if (status !== 0) return `${program.join(' ')} failed: ${stderr.trim()}`
    return readFileSync(fresh, 'utf8') === readFileSync(file, 'utf8')
      ? undefined
      : `${file} is stale: npm run ${command}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
