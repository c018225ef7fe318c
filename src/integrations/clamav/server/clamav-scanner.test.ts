import { expect, test } from 'vitest'
import { startClamdFake } from '#test/scanners/clamd-fake.ts'
import { hasClamd, startRealClamd } from '#test/scanners/real-clamd.ts'
import { scannerSuite } from '#test/scanners/scanner-suite.ts'
import { clamavScanner } from './clamav-scanner.ts'

scannerSuite('clamd as its protocol is written down', async () => {
  const fake = await startClamdFake()
  let ended = false
  const stop = async () => {
    if (!ended) await fake.stop()
    ended = true
  }
  return { scanner: clamavScanner(fake.url), stop }
})

if (hasClamd)
  scannerSuite('clamd itself', async () => {
    const clamd = await startRealClamd()
    return { scanner: clamavScanner(clamd.url), stop: clamd.stop }
  })

test('reports the age of its signatures', async () => {
  const fake = await startClamdFake()
  const facts = await clamavScanner(fake.url).describe()
  expect(facts).toMatchObject({ engine: 'ClamAV 1.4.3', signatures: '27800' })
  expect(facts.signaturesMade?.getFullYear()).toBe(2025)
  await fake.stop()
})

test('what it did not scan because of its own limits counts as unscanned', async () => {
  const fake = await startClamdFake()
  fake.signatures.set('nested', 'Heuristics.Limits.Exceeded.MaxScanSize')
  async function* bytes() {
    yield Buffer.from('nested')
  }
  expect(await clamavScanner(fake.url).look(bytes)).toEqual({ verdict: 'UNSCANNABLE', words: 'too-large' })
  await fake.stop()
})
