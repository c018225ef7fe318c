import { expect, test } from 'vitest'
import { byOwnName } from './dropped-files.ts'

test('two files of one name in different folders are both named, and neither is uploaded', () => {
  const paths = ['a/read-me.txt', 'b/Read-me.txt', 'a/core.bin', 'read-me.md', 'c/é.txt', 'd/e\u0301.txt']
  const dropped = paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1)!) }))
  const { files, sameName } = byOwnName(dropped)
  expect(files.map(({ name }) => name)).toEqual(['core.bin', 'read-me.md'])
  expect(sameName).toEqual(['a/read-me.txt', 'b/Read-me.txt', 'c/é.txt', 'd/e\u0301.txt'])
})
