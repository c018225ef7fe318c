import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBreached, requireBreachedFile } from './breached-passwords.ts'

let directory: string
let file: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headend-breached-'))
  file = join(directory, 'sha1.txt')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const known = Array.from({ length: 5_000 }, (_, index) => `known ${index}`).sort((one, other) =>
  sha1(one) < sha1(other) ? -1 : 1,
)
const lines = known.map((password, index) => `${sha1(password)}:${index ** 2 + 1}`)

test.each([
  ['as the downloads are', `${lines.join('\r\n')}\r\n`],
  ['with plain line ends, the last one missing', lines.join('\n')],
  ['in small letters without counts', known.map((password) => sha1(password).toLowerCase()).join('\n')],
])('each password of a file %s is found, and no other', async (_, content) => {
  await writeFile(file, content)
  for (const password of [known[0]!, known.at(-1)!, ...known.filter((_, index) => index % 25 === 0)])
    expect([password, await isBreached(file, password)]).toEqual([password, true])
  for (let number = 0; number < 200; number += 1) expect(await isBreached(file, `unknown ${number}`)).toBe(false)
})

test('before the first line, after the last one, and in a file of one line or none nothing else is found', async () => {
  await writeFile(file, lines.slice(1, -1).join('\n'))
  expect([await isBreached(file, known[0]!), await isBreached(file, known.at(-1)!)]).toEqual([false, false])
  await writeFile(file, lines[7]!)
  expect([await isBreached(file, known[7]!), await isBreached(file, known[8]!)]).toEqual([true, false])
  await writeFile(file, '')
  expect(await isBreached(file, known[7]!)).toBe(false)
})

test('a start with a file that is missing or of another format is rejected', async () => {
  await writeFile(file, lines.join('\n'))
  await requireBreachedFile(file)
  await expect(requireBreachedFile(join(directory, 'none'))).rejects.toThrow('BREACHED_PASSWORDS_FILE cannot be read')
  for (const content of ['', 'password:1\n', `${lines[0]}0\n`.replace(':', ' ')]) {
    await writeFile(file, content)
    await expect(requireBreachedFile(file)).rejects.toThrow('must have lines of a SHA-1')
  }
})
