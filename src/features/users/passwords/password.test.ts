import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordRules } from './contract.ts'
import { commonPasswords, isCommonPassword } from './server/common-passwords.ts'

const broken = (password: string, owner = {}) =>
  passwordRules(password, owner)
    .filter(({ kept }) => !kept)
    .map(({ rule }) => rule)

test('a password satisfies the rule line by line', () => {
  expect(broken('Coax-42-Lantern!')).toEqual([])
  expect(broken('Aa1!aaa')).toEqual(['length'])
  expect(broken(`Aa1!${'x'.repeat(124)}`)).toEqual([])
  expect(broken(`Aa1!${'x'.repeat(125)}`)).toEqual(['length'])
  expect(broken('coax-42-lantern!')).toEqual(['upper'])
  expect(broken('COAX-42-LANTERN!')).toEqual(['lower'])
  expect(broken('Coax-xx-Lantern!')).toEqual(['digit'])
  expect(broken('Coax42Lantern')).toEqual(['special'])
  for (const sign of [' ', '\u00a0', '\n', '😀', '🇳🇴', '\u200b'])
    expect(broken(`Coax-42-${sign}Lantern!`)).toContain('plain')
})

test('with the policy "length" 15 characters of any kind suffice', () => {
  const broken = (password: string) =>
    passwordRules(password, { fullName: 'Tom Becker' }, 'length').flatMap(({ rule, kept }) => (kept ? [] : [rule]))
  expect(broken('fifteen letters')).toEqual([])
  expect(broken('fourteen lette')).toEqual(['long'])
  expect(broken(`${'日'.repeat(14)} 😀`)).toEqual([])
  expect(broken('x'.repeat(128))).toEqual([])
  expect(broken('x'.repeat(129))).toEqual(['long'])
  expect(broken('beckers like trees')).toEqual(['name'])
})

test('a part of the name or the address is rejected, whatever its case and accents', () => {
  const owner = { username: 'lucia.barragan@brightmesa.example', fullName: 'Lucía Barragán' }
  for (const part of ['Lucia', 'LUCÍA', 'bArRaGaN', 'BrightMesa'])
    expect(broken(`Q7!${part}-xyz`, owner)).toEqual(['name'])
  expect(broken('Coax-42-Lantern!', owner)).toEqual([])
})

test('a suffix to a valid password breaks only the lines of length, plainness and name', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(broken(`Aa1!xxxx${text}`).filter((rule) => rule !== 'length' && rule !== 'plain')).toEqual([])
    }),
  )
})

test('more than 3,000 common passwords that otherwise satisfy the rule are rejected', () => {
  const fitting = [...commonPasswords()].filter((password) => broken(password).length === 0)
  expect(new Set(fitting).size).toBeGreaterThan(3_000)
  expect(fitting.filter((password) => !isCommonPassword(password))).toEqual([])
  for (const password of ['P@ssw0rd!', 'Welcome2025!', 'Qwerty123!', 'L3tm3in!!', 'Summer#2026', 'Aaaaaaa1!'])
    expect(isCommonPassword(password)).toBe(true)
  for (const password of ['Coax-42-Lantern!', 'Quartz/Harbour7', 'tR7!vbqpLm2x'])
    expect(isCommonPassword(password)).toBe(false)
})
