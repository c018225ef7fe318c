import { spawn } from 'node:child_process'
import type { ServiceUser } from './service-user.ts'

/** A watchdog without anything to guard, because the server was stopped cleanly, is dismissed. */
export interface Watchdog {
  dismiss(): void
}

/**
 * Stops the server with this pid when we die, even by kill -9: a small shell reads a pipe from us, and the pipe ends
 * with us. It runs in its own session, so that Ctrl-C in the terminal does not reach it, and as the server's user, so
 * that it could not signal anything else. Before each signal it checks whether postmaster.pid still names that server.
 */
export function setWatchdog(pid: number, data: string, user?: ServiceUser): Watchdog {
  const shell = spawn('/bin/sh', ['-c', script, 'headend-postgres-watchdog', String(pid)], {
    cwd: data,
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  shell.unref()
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return { dismiss: () => shell.stdin.end('dismissed\n') }
}

/**
 * Fast shutdown first, then immediate, each with ten seconds. A server that is just starting gets two seconds to
 * appear.
 */
const script = `
trap '' INT TERM HUP
read -r word && [ "$word" = dismissed ] && exit 0
guarded() { read -r now 2>/dev/null < postmaster.pid && [ "$now" = "$1" ]; }
tries=0
until guarded "$1" || [ $tries -ge 20 ]; do sleep 0.1; tries=$((tries + 1)); done
for signal in INT QUIT KILL; do
  guarded "$1" && kill -s "$signal" "$1"
  tries=0
  while guarded "$1" && kill -0 "$1" 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
done
`
