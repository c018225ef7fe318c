import { expect, test } from 'vitest'
import { deploymentTypeIn } from './deployment-type-in.ts'

test.each([
  ['cOS-CN-DOCSIS 3.24.2', 'CN-DOCSIS'],
  ['cos-cn-pon 1.0', 'CN-PON'],
  ['cOS-DOCSIS 1.22.1', 'DOCSIS'],
  ['Hot fix 7', undefined],
])('a bundle has the type that its name contains: %s', (name, type) => {
  expect(deploymentTypeIn(name)).toBe(type)
})
