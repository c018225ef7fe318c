import { expect, test } from 'vitest'
import { hasMixedScripts, normaliseEmail } from './email-address.ts'

test('addresses that differ in compatibility characters or case are the same', () => {
  for (const address of [
    'ｎora.Lindqvist@Acme.example',
    ' nora.lindqvist@acme.example ',
    '𝓃ora.lindqvist@acme.example',
  ])
    expect(normaliseEmail(address)).toBe('nora.lindqvist@acme.example')
  expect(normaliseEmail('nora＠evil.example@acme.example')).toBe('nora＠evil.example@acme.example')
})

test('an address that mixes several scripts is found', () => {
  expect(['nоra@acme.example', 'νora@acme.example'].map(hasMixedScripts)).toEqual([true, true])
  expect(['nora@acme.example', 'jürgen@münchen.example', '用户@acme.example'].map(hasMixedScripts)).toEqual([
    false,
    false,
    false,
  ])
})
