import { readFileSync } from 'node:fs'
import { edgesOf, featureOf } from '../graph.mjs'
import { modulesOfSource } from './boundaries.mjs'

/** The areas of src/features/, lowest first: an area imports only areas before it in this list. */
const layers = [
  ...['access', 'platform', 'accounts', 'users', 'sign-in', 'onboarding', 'messaging', 'support', 'software'],
  ...['subscriptions', 'calendar', 'monitoring', 'collaboration', 'infrastructure', 'home'],
]
/** Imports against the order that existed when the areas were made. The list only gets shorter. */
const exceptions = new URL('./area-exceptions.json', import.meta.url)

/** Imports from a lower area to a higher one, and exceptions that are no longer needed. */
export async function areas() {
  const known = new Set(JSON.parse(readFileSync(exceptions, 'utf8')))
  const found = upward(edgesOf((await modulesOfSource()).modules, featureOf))
  const lines = [
    ...found.filter((edge) => !known.has(edge)).map((edge) => `a lower area imports a higher one: ${edge}`),
    ...[...known]
      .filter((edge) => !found.includes(edge))
      .map((edge) => `no longer needed in area-exceptions.json: ${edge}`),
  ]
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** The edges that go from a lower area to a higher one, as `from → to`; an area that is not in the list is one too. */
export function upward(edges) {
  return edges
    .filter(([from, to]) => isFeature(from) && isFeature(to) && rankOf(to) > rankOf(from))
    .map(([from, to]) => `${from} → ${to}`)
}

function isFeature(unit) {
  return unit.includes('/') && !/^(kit|integrations)\//.test(unit)
}

function rankOf(unit) {
  const rank = layers.indexOf(unit.split('/')[0])
  return rank < 0 ? layers.length : rank
}
