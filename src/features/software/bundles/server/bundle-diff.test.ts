import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, sha256, softwareApp } from '#test/software-app.ts'
import type { Json } from '#test/support-app.ts'

let desk: SoftwareDesk
let first: string
let second: string
beforeAll(async () => {
  desk = await softwareApp()
  first = await desk.bundle('cOS-PON 2.1.0', { deploymentType: 'CN-PON' })
  await desk.upload(first, 'cos-2.1.0.bin', 'one')
  await desk.upload(first, 'same.bin', 'same')
  await desk.upload(first, 'gone.bin', 'gone!')
  await desk.bundle('Modem firmware 7.0.0', { deploymentType: 'CN-PON' })
  second = await desk.bundle('cOS-PON 2.2.0', { deploymentType: 'CN-PON' })
  await desk.upload(second, 'cos-2.2.0.bin', 'two, longer')
  await desk.upload(second, 'SAME.bin', 'same')
  await desk.call('rita', 'POST', `/api/bundle-component-files?bundleId=${second}&componentType=product`, {
    fileName: 'announced.bin',
  })
})
afterAll(() => desk.close())

const diff = async (id: string, against?: string) => {
  const { body } = await desk.call('vera', 'GET', `/api/bundles/${id}/diff${against ? `?against=${against}` : ''}`)
  return body as Json & { against: { id: string } | null; changes: Json[] }
}

test('files are paired by name, versions in names aside, and distinguished by digest', async () => {
  expect((await diff(second, first)).changes).toEqual([
    { kind: 'ADDED', fileName: 'announced.bin', before: null, size: null, digest: null, digestBefore: null },
    {
      kind: 'CHANGED',
      fileName: 'cos-2.2.0.bin',
      before: 'cos-2.1.0.bin',
      size: 11,
      digest: sha256('two, longer'),
      digestBefore: sha256('one'),
    },
    {
      kind: 'SAME',
      fileName: 'SAME.bin',
      before: 'same.bin',
      size: 4,
      digest: sha256('same'),
      digestBefore: sha256('same'),
    },
    { kind: 'REMOVED', fileName: 'gone.bin', before: null, size: 5, digest: null, digestBefore: sha256('gone!') },
  ])
  expect((await diff(first, second)).changes.map(({ kind }) => kind)).toEqual(['CHANGED', 'ADDED', 'SAME', 'REMOVED'])
})

test('by default it is compared with its parent, else with the previous version of the same name', async () => {
  expect((await diff(first)).against).toBeNull()
  expect((await diff(second)).against).toMatchObject({ id: first, name: 'cOS-PON 2.1.0' })
  const patch = await desk.call('rita', 'POST', `/api/bundles?parentId=${first}`, {
    name: 'cOS-PON 2.1.1',
    deploymentType: 'CN-PON',
  })
  expect((await diff(String(patch.body.id))).against).toMatchObject({ id: first })
})

test('a missing bundle is 404, and customers cannot compare', async () => {
  for (const path of ['/api/bundles/999999/diff', `/api/bundles/${first}/diff?against=999999`])
    expect((await desk.call('vera', 'GET', path)).body.code).toBe('bundle-not-found')
  expect((await desk.call('mia', 'GET', `/api/bundles/${first}/diff`)).status).toBe(403)
})
