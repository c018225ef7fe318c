import { hasEnded, signal } from './running-process.ts'

/**
 * Ends a server: fast shutdown, which rolls back what is open; then immediate, then by force, ten seconds each. None of
 * them loses anything committed.
 */
export async function stopServer(pid: number): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name)
    if (await hasEnded(pid, 10_000)) return
  }
}
