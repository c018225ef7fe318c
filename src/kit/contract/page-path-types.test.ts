import { expect, test } from 'vitest'
import { pagePath } from './page-path.ts'

const thingsPath = pagePath('/things', ['q', 'tab'])
const thingPath = pagePath('/things/$thingId/$part')
const ownThingPath = pagePath('/$account/$accountId/things/$thingId', ['tab'])
const plainPath = pagePath('/plain')
const account = { name: 'nordkabel', id: '7' }

/** Compiled, and never called: the compiler rejects each line below a `@ts-expect-error`. */
function misuse(): void {
  // @ts-expect-error There is no such path.
  thingzPath()
  // @ts-expect-error The links to it have no such part of the query.
  thingsPath({ page: '2' })
  // @ts-expect-error A query has no objects.
  thingsPath({ q: { words: 'a' } })
  // @ts-expect-error It has no parameters.
  thingsPath({ thingId: '1' })
  // @ts-expect-error Both parameters are missing.
  thingPath()
  // @ts-expect-error One parameter is missing.
  thingPath({ thingId: '1' })
  // @ts-expect-error The parameter has another name.
  thingPath({ thingId: '1', parts: 'a' })
  // @ts-expect-error A parameter is a text or a number.
  thingPath({ thingId: true, part: 'a' })
  // @ts-expect-error It has no query.
  thingPath({ thingId: '1', part: 'a' }, { tab: 'a' })
  // @ts-expect-error It has neither.
  plainPath({ q: 'a' })
  // @ts-expect-error The account is missing.
  ownThingPath({ thingId: '1' })
  // @ts-expect-error The id of the account is missing.
  ownThingPath({ account: 'nordkabel', thingId: '1' })
  // @ts-expect-error The parameter may not be empty.
  ownThingPath({ account, thingId: undefined })
}

test('the compiler knows the parameters and the query of paths', () => {
  expect(misuse).toBeTypeOf('function')
  expect(thingsPath()).toBe('/things')
  expect(plainPath()).toBe('/plain')
  expect(thingPath({ thingId: '1', part: 'a' })).toBe('/things/1/a')
  expect(ownThingPath({ account, thingId: '1' }, { tab: 'b' })).toBe('/nordkabel/7/things/1?tab=b')
})
