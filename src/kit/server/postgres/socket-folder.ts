import { join } from 'node:path'

/**
 * The longest path that the address of a Unix socket holds on every system (104 bytes with its end on macOS, 108 on
 * Linux).
 */
const LONGEST = 103

/**
 * The folder of the server's Unix socket on this port: among its data, which no other user can enter; undefined where
 * that path is too long.
 */
export function socketFolder(data: string, port: number): string | undefined {
  return Buffer.byteLength(socketIn(data, port)) <= LONGEST && !/[,"]/.test(data) ? data : undefined
}

/** The socket's file as PostgreSQL names it. */
export function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}
