import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scanner, ScannerUnavailableError } from '#features/platform/file-scans/server/index.ts'
import { EICAR } from './eicar.ts'

/** A scanner that accepts at most a million bytes, and a function that ends its back end. */
export type ScannerWorld = { readonly scanner: Scanner; stop(): Promise<void> }

/** What the product can expect of any scanner. */
export function scannerSuite(name: string, open: () => Promise<ScannerWorld>): void {
  describe(`the scanner ${name}`, () => {
    let world: ScannerWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.stop())
    const look = (...pieces: (string | Buffer)[]) =>
      world.scanner.look(() => inPieces(pieces.map((piece) => Buffer.from(piece))))

    test('finds nothing in harmless bytes, none at all included', async () => {
      expect(await look('line one\n', 'line two\n')).toEqual({ verdict: 'CLEAN' })
      expect(await look()).toEqual({ verdict: 'CLEAN' })
      expect(await look(randomBytes(999_999))).toEqual({ verdict: 'CLEAN' })
    })

    test('names what it finds, wherever the bytes were split', async () => {
      const found = { verdict: 'QUARANTINED', words: expect.stringContaining('Eicar-Test-Signature') }
      expect(await look(EICAR)).toEqual(found)
      expect(await look(...EICAR)).toEqual(found)
    })

    test('reports that a too large file cannot be scanned, and reads no more of it', async () => {
      let read = 0
      async function* endless() {
        for (read = 0; read < 10_000; read += 1) yield randomBytes(100_000)
      }
      for (let time = 0; time < 20; time += 1) {
        expect(await world.scanner.look(endless)).toEqual({ verdict: 'UNSCANNABLE', words: 'too-large' })
        expect(read).toBeLessThan(1_000)
      }
    })

    test('returns its version', async () => {
      const { engine } = await world.scanner.describe()
      expect(engine).toMatch(/^ClamAV \d/)
    })

    test('is unavailable when nothing listens there any more', async () => {
      await world.stop()
      await expect(look('anything')).rejects.toThrow(ScannerUnavailableError)
      await expect(world.scanner.describe()).rejects.toThrow(ScannerUnavailableError)
    })
  })
}

async function* inPieces(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}
