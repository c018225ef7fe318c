import { join } from 'node:path'

/** The longest path that the address of a Unix socket holds on every system (104 bytes with its end on macOS, 108 on Linux). */
const LONGEST = 103

/** Where the server on this port has its Unix socket: among its data, which nobody else can enter; undefined where that is too deep. */
export function socketFolder(data: string, port: number): string | undefined {
  return Buffer.byteLength(socketIn(data, port)) <= LONGEST && !/[,"]/.test(data) ? data : undefined
}

/** The socket's file as PostgreSQL names it. */
export function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}
