import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['windows-1252', '934772fcdf659420962032302080', '“Grüße” – 20 €'],
  ['ISO-8859-1', '934772fcdf659420962032302080', '“Grüße” – 20 €'],
  ['win-1252', '80', '€'],
  ['utf8', 'c3bc', 'ü'],
  ["'utf-8'", 'c3bc', 'ü'],
  ['utf_8', 'c3bc', 'ü'],
  ['latin-1', 'fc', 'ü'],
  ['us-ascii', 'c3bc', 'ü'],
  [undefined, 'c3bc', 'ü'],
  [undefined, 'fc', 'ü'],
  ['unknown-8bit', '4f4b20fc', 'OK ü'],
  ['_autodetect_jp', '4f4b', 'OK'],
  ['utf-8', '4772fcdf65', 'Grüße'],
  ['utf-8', 'c3bc20ff20c39f', 'ü \ufffd ß'],
  ['CP-850', '4772946165', 'Gröae'],
  ['ibm437', '8184', 'üä'],
  ['852', '9c', 'ť'],
  ['cp932', '93fa967b', '日本'],
  ['Shift-JIS', '93fa967b', '日本'],
  ['eucJP', 'c6fccbdc', '日本'],
  ['ks_c_5601-1987', 'c7d1b1b9', '한국'],
  ['koi8r', 'f0', 'П'],
  ['x-mac-roman', '8a', 'ä'],
  ['windows-1258', 'd5', 'Ơ'],
] as const)('%s %s is %s', async (charset, hex, text) => {
  expect(await decodeText(Buffer.from(hex, 'hex'), charset)).toBe(text)
})

test('a character set that is not known gives no text', async () => {
  for (const charset of ['x-klingon', 'iso-2022-kr', 'utf-7', 'ebcdic-cp-us'])
    expect(await decodeText(Buffer.from('Hello'), charset)).toBeUndefined()
})
