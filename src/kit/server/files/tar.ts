/** A file to add to an archive. */
export type TarEntry = { readonly name: string; readonly bytes: Buffer; readonly executable?: boolean }

const BLOCK = 512

/** An archive (POSIX ustar) of small files whose names have at most 100 bytes; the same entries give the same bytes. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ name, bytes, executable = false }) => [
    headerOf(name, bytes.length, executable),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function headerOf(name: string, size: number, executable: boolean): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for an archive`)
  header.write(name, 0)
  header.write(executable ? '0000755\0' : '0000644\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${'0'.padStart(11, '0')}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
